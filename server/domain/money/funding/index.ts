/** Money into a wallet: by card, by bank transfer and by credit line. */

export { clearBalanceAlert, findBalanceAlert, setBalanceAlert } from "./balance-alert.ts";
export {
  type BankAccount,
  findBankAccount,
  listBankAccounts,
  readBankAccount,
  sayBankAccount,
  setBankAccount,
} from "./bank-account.ts";
export {
  canFundByCard,
  checkCardFunding,
  openCardFunding,
  receiveFundingWebhook,
  settleFunding,
  sweepFunding,
} from "./card-funding.ts";
export { listFundingRequests, requestFunding, withdrawFunding } from "./funding-requests.ts";
export { notifyLowBalance } from "./notify-low-balance.ts";
