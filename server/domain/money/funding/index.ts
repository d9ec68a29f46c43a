/** Money into a wallet: by card, also by itself, and by bank transfer. */

export {
  getAutoFunding,
  setAutoFunding,
  stopAutoFunding,
  stopAutoFundingOf,
} from "./auto-funding.ts";
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
  sweepFunding,
} from "./card-funding.ts";
export { fundLowWallets } from "./fund-low-wallets.ts";
export { listFundingRequests, requestFunding, withdrawFunding } from "./funding-requests.ts";
export { notifyLowBalance } from "./notify-low-balance.ts";
export { checkCardSetup, openCardSetup, removeSavedCard } from "./saved-cards.ts";
export { settleFunding } from "./settle-funding.ts";
