/** The business' own books: double entry behind the resellers' wallets, written by the database beside every fact. */
export { sumJournal } from "./sum-journal.ts";
export { type BookLine, getTrialBalance, type TrialBalance } from "./trial-balance.ts";
