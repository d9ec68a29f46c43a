export { type Account, type AccountStatus, type CreditStatus, CURRENCIES, PLANS, type Plan } from "./account.ts";
export { changeAccount } from "./change-account.ts";
export { createAccount } from "./create-account.ts";
export { enterAccount, getAccount, listAccounts } from "./get-account.ts";
export { getProfile, type Profile } from "./get-profile.ts";
export { readDataVersions } from "./read-data-versions.ts";
