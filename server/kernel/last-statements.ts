import pg from "pg";

/** As `db.ts` has them. */
type Statement = { text: string; values: unknown[] };

/** Statements and the commit as one message: of such a message values are part of the text. */
export const asMessage = (statements: Statement[]): string => [...statements.map(inline), "commit"].join(";\n");

const inline = ({ text, values }: Statement): string =>
  text.replace(/\$(\d+)/g, (_all, n) => literal(values[Number(n) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return String(value);
  // In brackets: a sign would be one with what stands before.
  if (typeof value === "number" && Number.isFinite(value)) return `(${value})`;
  if (typeof value === "string") return pg.escapeLiteral(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  throw new Error("Only texts, numbers, times and truth values can be part of a transaction's last message.");
}

/** What `must` raises: something was not as it had to be, and nothing of the transaction was written. */
const UNDONE = "SV002";

/** Why the last statement has undone its transaction, in its own words; null for any other error. */
export const undoneBecause = (error: unknown): string | null =>
  (error as { code?: string } | null)?.code === UNDONE ? (error as Error).message : null;
