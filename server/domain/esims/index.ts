export { type NewEsim, type OrderProfile, toProfile } from "./esim.ts";
export { newSandboxEsim } from "./sandbox-esim.ts";
