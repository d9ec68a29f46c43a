/** What resellers owe on their credit lines, since when, and by when it is due. */

export { getOwed, listDebtors } from "./owed.ts";
export { tellOfDues } from "./tell-of-dues.ts";
