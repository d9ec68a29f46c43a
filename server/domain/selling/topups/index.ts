/** More data for a sold eSIM: what fits it, its price, and the paid top-up. */

export { type OpenedTopup, requestTopup } from "./request-topup.ts";
export { endSandboxReview, type TopupScenario } from "./settle-in-sandbox.ts";
export { distinctTopups, getTopupOptions, topupProduct } from "./topup-options.ts";
