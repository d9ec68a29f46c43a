const AMOUNT = /^-?\d+(\.\d+)?$/;
/** Beginnings that spreadsheets take for a formula, in both widths. */
const FORMULA = /^[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;

/** Text that a spreadsheet would run as a formula is marked as text; amounts stay numbers, so that a column can be summed. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text);
