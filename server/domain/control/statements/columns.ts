import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";

/** Names of a statement's columns by what they say; empty for what it does not. */
export type Columns = {
  /** Their number of a purchase, or ours. */
  reference: string;
  /** The other one of the two. */
  otherReference: string;
  /** What they took; below zero, or as `kind` says, what they paid back. */
  amount: string;
  /** US dollars without it. */
  currency: string;
  date: string;
  /** Words such as "refund" make a line one. */
  kind: string;
};

export const COLUMN_NAMES = ["reference", "otherReference", "amount", "currency", "date", "kind"] as const;

const LOOKS: Record<keyof Columns, RegExp> = {
  reference:
    /^(?:(?:order|transaction|supplier|esim)?\s*_?-?(?:no|number|code|id|ref|reference|nr)\.?|order|bestellnummer|reference)$/i,
  otherReference: /(?:your|client|merchant|customer|partner|transaction)[\s_-]*(?:ref|reference|id|no|txn)/i,
  amount: /^(?:total|amount|price|cost|charge|charged|net|betrag|summe)(?:[\s_-].*)?$/i,
  currency: /^(?:currency|ccy|währung|cur)/i,
  date: /(?:^|[\s_-])(?:date|time|datum|created|at)(?:$|[\s_-])/i,
  kind: /^(?:type|kind|transaction[\s_-]*type|typ|operation)$/i,
};

/** As they were chosen for the supplier, as far as the file still has them; else what the names of its columns look like. */
export async function columnsFor(db: Transaction, supplier: string, header: string[]): Promise<Columns> {
  const saved = await db.prisma.statementColumns.findUnique({ where: { supplierCode: supplier } });
  if (saved) {
    const columns = saved.columns as Columns;
    if (COLUMN_NAMES.every((name) => columns[name] === "" || header.includes(columns[name]))) return columns;
  }
  const taken = new Set<string>();
  const guess = (name: keyof Columns) => {
    const found = header.find((column) => LOOKS[name].test(column) && !taken.has(column)) ?? "";
    taken.add(found);
    return found;
  };
  const [otherReference, reference, amount] = [guess("otherReference"), guess("reference"), guess("amount")];
  return { reference, otherReference, amount, currency: guess("currency"), date: guess("date"), kind: guess("kind") };
}

/** Refuses what the file does not have. */
export function requireColumns(columns: Columns, header: string[]): void {
  for (const name of COLUMN_NAMES)
    if (columns[name] !== "" && !header.includes(columns[name]))
      fail("validation_error", `The file has no column "${columns[name]}". It has: ${header.join(", ")}.`, {
        field: name,
      });
  for (const name of ["reference", "amount"] as const)
    if (columns[name] === "") fail("validation_error", "Choose the column that says it.", { field: name });
}

export async function keepColumns(tx: Transaction, ctx: Ctx, supplier: string, columns: Columns): Promise<void> {
  const [now, by] = [ctx.clock.now(), ctx.actor.name];
  const before = await tx.prisma.statementColumns.findUnique({ where: { supplierCode: supplier } });
  if (before && COLUMN_NAMES.every((name) => (before.columns as Columns)[name] === columns[name])) return;
  const data = { columns, changedBy: by, changedAt: now };
  await tx.prisma.statementColumns.upsert({
    where: { supplierCode: supplier },
    create: { supplierCode: supplier, ...data },
    update: data,
  });
  await recordAudit(tx, ctx, { act: "statement.columns", subject: supplier, details: columns });
}
