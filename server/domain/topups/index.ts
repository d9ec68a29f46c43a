export { type OpenedTopup, requestTopup } from "./request-topup.ts";
export { getTopupOptions, type TopupOptions } from "./topup-options.ts";
