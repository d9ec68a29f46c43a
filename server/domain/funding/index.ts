export { type BalanceAlert, clearBalanceAlert, findBalanceAlert, setBalanceAlert } from "./balance-alert.ts";
export { type FundingRequest, listFundingRequests, requestFunding, withdrawFunding } from "./funding-requests.ts";
export { notifyLowBalance } from "./notify-low-balance.ts";
