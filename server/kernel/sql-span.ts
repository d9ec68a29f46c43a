import { inChildSpan } from "./trace.ts";

const SENT = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;
const SHOWN = 500;

/** @param text of the statement: values travel apart from it */
export function inStatementSpan<T>(text: string, work: () => Promise<T>): Promise<T> {
  const attributes = { ...SENT.attributes, "db.query.text": text.slice(0, SHOWN) };
  return inChildSpan("statement", { ...SENT, attributes }, work);
}

/** With the statements in it. */
export const inTransactionSpan = <T>(work: () => Promise<T>): Promise<T> => inChildSpan("transaction", SENT, work);
