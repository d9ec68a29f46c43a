/** A plan's name for headings and receipts: a number stays on the line of what it counts, as in `30 days`. */
export const inOnePiece = (title: string): string => title.replaceAll(/(\d) (?=\p{L})/gu, "$1\u00a0");
