/** Resellers: their accounts, their state, plan and limits, and what an operator may change about them. */

export { type Account, type CreditStatus, CURRENCIES, limitsOf, PLANS, type Plan } from "./account.ts";
export { accountFilter } from "./account-filter.ts";
export { changeAccount } from "./change-account.ts";
export { createAccount, createOwnAccount, firstSlug, LONGEST_NAME } from "./create-account.ts";
export {
  type CreditChange,
  type CreditLine,
  changeCredit,
  creditStake,
  getCreditAccount,
  LONGEST_TERMS,
  lineAfter,
  requireCredit,
  sayLine,
} from "./credit-line.ts";
export { enterAccount, getAccount, listAccounts } from "./get-account.ts";
export { getProfile } from "./get-profile.ts";
export { requireMarkup } from "./require-markup.ts";
export { requireActive, requireLiveOnce, requireOpen } from "./require-open.ts";
export { type AccountLine, searchAccounts } from "./search-accounts.ts";
