export { refreshEsim } from "./refresh-esim.ts";
export { syncEsims, syncEsimsById } from "./sync-esims.ts";
