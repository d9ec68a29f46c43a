/** The business' own books: double entry behind the resellers' wallets, written by the database beside every fact. */
export { bookTransfer, writeTransfer } from "./book-transfer.ts";
export { booksFilter, journalFilter, toMoment } from "./books-filter.ts";
export { eachJournalLine } from "./list-journal.ts";
export { sumJournal } from "./sum-journal.ts";
export { getTrialBalance } from "./trial-balance.ts";
