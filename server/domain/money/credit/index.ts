/** What resellers owe on their credit lines, since when, and by when it is due. */

export { type Debtor, getOwed, listDebtors } from "./owed.ts";
export { tellOfDues } from "./tell-of-dues.ts";
