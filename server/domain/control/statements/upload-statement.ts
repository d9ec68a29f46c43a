import { createHash } from "node:crypto";
import { isSupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { type Columns, columnsFor, keepColumns, requireColumns } from "./columns.ts";
import { type Found, type Matched, matchLines } from "./match-lines.ts";
import { findSuppliers, readCharges } from "./our-charges.ts";
import { type Line, readLines } from "./read-lines.ts";
import { decodeFile, readTable } from "./read-table.ts";
import { amountOf, sayDifference } from "./say-difference.ts";

/** What a file has, before anything is made of it: to choose its columns by. */
export async function previewStatement(ctx: Ctx, supplier: string, file: Uint8Array) {
  requireOperator(ctx, "audits:run");
  await requireSupplier(ctx, supplier);
  const { header, rows } = readTable(decodeFile(file));
  const columns = await columnsFor(ctx.db, supplier, header);
  return { header, samples: rows.slice(0, 3).map(({ cells }) => cells), lines: rows.length, columns };
}

type Upload = {
  supplier: string;
  fileName: string;
  file: Uint8Array;
  columns: Columns;
  /** Whole days in UTC that the statement is of; from its first line to its last one without them. */
  from: Date | null;
  to: Date | null;
};

/**
 * Reads a supplier's statement and holds every line against what we bought. The same file a second time is the statement that it was; a line
 * that another statement had is no second charge. Returns its id and whether it is new.
 */
export async function uploadStatement(ctx: Ctx, upload: Upload): Promise<{ id: number; isNew: boolean }> {
  requireOperator(ctx, "audits:run");
  const { supplier, file, columns } = upload;
  const supplierName = await requireSupplier(ctx, supplier);
  const hash = createHash("sha256").update(file).digest();
  const former = await ctx.db.prisma.supplierStatement.findFirst({ where: { supplierCode: supplier, hash } });
  if (former) return { id: former.id, isNew: false };
  const table = readTable(decodeFile(file));
  requireColumns(columns, table.header);
  const { lines, skipped } = readLines(table, columns);
  if (lines.length === 0)
    fail("validation_error", `No line has anything in the column "${columns.reference}".`, { field: "reference" });
  const period = periodOf(upload, lines);
  const references = [...new Set(lines.flatMap((line) => line.references))];
  await refuseAnothers(ctx.db, upload.supplier, supplierName, references);
  return await ctx.db.transaction(async (tx) => {
    // One statement of a supplier at a time: what another one has charged is known.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`statement:${supplier}`}))`);
    const [again] = await tx.prisma.supplierStatement.findMany({ where: { supplierCode: supplier, hash }, take: 1 });
    if (again) return { id: again.id, isNew: false };
    const identities = new Map(lines.map((line) => [line, identityOf(supplier, line)]));
    const fresh = await withoutSeen(tx, lines, identities);
    const charges = await readCharges(tx, supplier, references, period);
    const result = matchLines(fresh, charges, { ...period, charged: await chargedAlready(tx, charges) });
    const { id } = await tx.prisma.supplierStatement.create({
      data: {
        ...{ supplierCode: supplier, fileName: upload.fileName, hash, periodFrom: period.from, periodTo: period.to },
        ...{ lines: lines.length, matched: result.matched.size, seenBefore: lines.length - fresh.length, skipped },
        total: toNumeric(totalOf(lines)),
        ...{ uploadedBy: ctx.actor.name, uploadedAt: ctx.clock.now() },
      },
      select: { id: true },
    });
    await writeLines(tx, id, fresh, identities, result);
    await writeDifferences(tx, id, supplier, supplierName, result);
    await keepColumns(tx, ctx, supplier, columns);
    const details = { supplier, lines: lines.length, matched: result.matched.size, differences: result.found.length };
    await recordAudit(tx, ctx, { act: "statement.upload", subject: upload.fileName, details });
    return { id, isNew: true };
  });
}

async function requireSupplier(ctx: Ctx, code: string): Promise<string> {
  const supplier = isSupplierCode(code) ? await ctx.db.prisma.supplier.findUnique({ where: { code } }) : null;
  return supplier?.name ?? fail("resource_not_found", `There is no supplier "${code}".`, { field: "supplier" });
}

/** A file under the wrong name would be one long list of differences. */
async function refuseAnothers(db: Transaction, supplier: string, name: string, references: string[]): Promise<void> {
  const named = await findSuppliers(db, references);
  if (named.length > 0 && !named.some(({ code }) => code === supplier))
    fail(
      "validation_error",
      `This is no statement of ${name}: what its lines name was bought from ${named[0]!.name}.`,
      {
        field: "supplier",
      },
    );
}

function periodOf({ from, to }: Upload, lines: Line[]): { from: Date; to: Date } {
  if (from && to && from >= to) fail("validation_error", "The last day comes after the first one.", { field: "to" });
  const times = lines.flatMap(({ at }) => at?.getTime() ?? []);
  if (times.length === 0 && !(from && to))
    fail("validation_error", "The lines have no dates: say which days the statement is of.", { field: "from" });
  // Without Math.min(…times), which takes so many arguments only.
  const first = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, time) => Math.max(most, time), 0);
  const isDay = last % DAY === 0;
  return { from: from ?? new Date(first), to: to ?? after(new Date(last), isDay ? DAY : 1) };
}

const identityOf = (supplier: string, { references, kind, amount, currency, at }: Line): string =>
  JSON.stringify([supplier, kind, references, amount.toString(), currency, at]);

/** Statements overlap: of lines that are the same, as many as were in others are no news. */
async function withoutSeen(tx: Transaction, lines: Line[], identities: Map<Line, string>): Promise<Line[]> {
  const rows = await tx.query<{ identity: string; count: number }>(sql`
    select identity, max(n)::int as count from (
      select identity, statement_id, count(*) as n from statement_lines where identity = any(${[...new Set(identities.values())]}::text[]) group by 1, 2) x
     group by identity`);
  const seen = new Map(rows.map(({ identity, count }) => [identity, count]));
  return lines.filter((line) => {
    const identity = identities.get(line)!;
    const left = seen.get(identity) ?? 0;
    if (left > 0) seen.set(identity, left - 1);
    return left === 0;
  });
}

async function chargedAlready(tx: Transaction, charges: { key: string }[]): Promise<Set<string>> {
  const keys = charges.map(({ key }) => key);
  const rows = await tx.query<{ charge: string }>(
    sql`select distinct charge from statement_lines where charge = any(${keys}::text[])`,
  );
  return new Set(rows.map(({ charge }) => charge));
}

const totalOf = (lines: Line[]) =>
  lines.reduce(
    (sum, { kind, amount, currency }) =>
      currency !== "USD" ? sum : kind === "refund" ? sum.minus(amount) : sum.plus(amount),
    money(0),
  );

async function writeLines(
  tx: Transaction,
  id: number,
  lines: Line[],
  identities: Map<Line, string>,
  { matched, found }: Matched,
): Promise<void> {
  const charges = new Map([...matched].map(([line, { key }]) => [line, key]));
  for (const { finding, line, charge } of found)
    if (line && charge && (finding === "amount" || finding === "currency")) charges.set(line, charge.key);
  const rows = lines.map((line) => ({
    number: line.number,
    identity: identities.get(line)!,
    reference: line.references[0]!,
    amount: toNumeric(line.kind === "refund" ? line.amount.negated() : line.amount),
    currency: line.currency,
    at: line.at,
    charge: charges.get(line) ?? null,
  }));
  await tx.query(sql`
    insert into statement_lines (statement_id, number, identity, reference, amount, currency, at, charge)
    select ${id}::int, number, identity, reference, amount, currency, at, charge
      from jsonb_to_recordset(${storableJson(rows)}::jsonb)
        as x(number int, identity text, reference text, amount numeric, currency text, at timestamptz, charge text)`);
  // What was missing is there now.
  await tx.query(sql`
    update statement_differences set state = 'settled' where finding = 'ours_only' and state in ('open', 'disputed')
       and charge in (select charge from statement_lines where statement_id = ${id})`);
}

async function writeDifferences(
  tx: Transaction,
  id: number,
  supplier: string,
  supplierName: string,
  { found }: Matched,
): Promise<void> {
  const keyOf = ({ finding, line, charge }: Found) =>
    finding === "ours_only" ? [supplier, finding, charge!.key] : [supplier, finding, id, line!.number];
  const rows = found.map((one) => {
    const { finding, line, charge } = one;
    const amount = amountOf(one);
    return {
      key: keyOf(one).join(":"),
      line: line?.number ?? null,
      finding,
      reference: line?.references[0] ?? charge!.references.at(-1)!,
      charge: charge?.key ?? null,
      ref: charge?.ref ?? null,
      account: charge?.accountId ?? null,
      theirs: line ? toNumeric(line.amount) : null,
      ours: charge ? toNumeric(charge.amount) : null,
      currency: line?.currency ?? "USD",
      amount: amount && toNumeric(amount),
      text: sayDifference(one, supplierName),
    };
  });
  await tx.query(sql`
    insert into statement_differences (key, statement_id, line, finding, reference, charge, ref, account_id, theirs, ours, currency, amount, text)
    select key, ${id}::int, line, finding, reference, charge, ref, account, theirs, ours, currency, amount, text
      from jsonb_to_recordset(${storableJson(rows)}::jsonb)
        as x(key text, line int, finding text, reference text, charge text, ref text, account int, theirs numeric, ours numeric, currency text,
             amount numeric, text text)
    on conflict (key) do nothing`);
}
