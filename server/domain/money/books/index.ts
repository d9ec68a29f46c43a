/** The business' own books: double entry behind the resellers' wallets, written by the database beside every fact. */
export { bookTransfer } from "./book-transfer.ts";
export { booksFilter, toMoment } from "./books-filter.ts";
export { sumJournal } from "./sum-journal.ts";
export { getTrialBalance } from "./trial-balance.ts";
