export { type OpenedTopup, requestTopup } from "./request-topup.ts";
export { getTopupOptions } from "./topup-options.ts";
