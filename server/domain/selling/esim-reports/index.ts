/** What suppliers report about eSIMs, by supplier webhook or when asked: status, usage, installation. */

export { refreshEsim } from "./refresh-esim.ts";
export { syncEsims, syncEsimsById } from "./sync-esims.ts";
