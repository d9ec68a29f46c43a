/** Suppliers' statements: every line held against what we bought, and what becomes of each difference. */

export { COLUMN_NAMES } from "./columns.ts";
export { getSupplierStatement, listStatements } from "./list-statements.ts";
export { acceptDifference, findOpenDifference, settleDifference } from "./settle-difference.ts";
export { previewStatement, uploadStatement } from "./upload-statement.ts";
