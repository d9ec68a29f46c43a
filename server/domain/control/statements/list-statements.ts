import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import type { Finding } from "./match-lines.ts";

export type StatementLine = {
  id: number;
  supplier: string;
  supplierName: string;
  fileName: string;
  periodFrom: Date;
  periodTo: Date;
  lines: number;
  matched: number;
  seenBefore: number;
  skipped: number;
  total: Money;
  uploadedBy: string;
  uploadedAt: Date;
  differences: number;
  /** Of them those that nobody has settled. */
  open: number;
};

const COLUMNS = sql`s.id, s.supplier_code as supplier, x.name as supplier_name, s.file_name, s.period_from, s.period_to, s.lines, s.matched, s.seen_before,
  s.skipped, s.total, s.uploaded_by, s.uploaded_at, (select count(*)::int from statement_differences d where d.statement_id = s.id) as differences,
  (select count(*)::int from statement_differences d where d.statement_id = s.id and d.state in ('open', 'disputed')) as open`;

/** Newest first. */
export async function listStatements(ctx: Ctx, limit = 100): Promise<StatementLine[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<StatementLine>(sql`
    select ${COLUMNS} from supplier_statements s join suppliers x on x.code = s.supplier_code order by s.id desc limit ${limit}`);
}

export type StatementDifference = {
  id: number;
  line: number | null;
  finding: Finding;
  reference: string;
  ref: string | null;
  accountCode: string | null;
  companyName: string | null;
  theirs: Money | null;
  ours: Money | null;
  currency: string;
  /** What they took beyond what we have, in US dollars; null in another currency. */
  amount: Money | null;
  text: string;
  state: "open" | "disputed" | "accepted" | "corrected" | "settled";
  note: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
};

export type SupplierStatement = StatementLine & {
  /** What is open first. */
  found: StatementDifference[];
  /** How many come before what follows; null when that is all. */
  next: number | null;
};

/** A statement with a page of what differs. */
export async function getSupplierStatement(
  ctx: Ctx,
  id: number,
  { skip = 0, limit = 100 } = {},
): Promise<SupplierStatement> {
  requireOperator(ctx, "platform:read");
  const [statement] = await ctx.db.query<StatementLine>(sql`
    select ${COLUMNS} from supplier_statements s join suppliers x on x.code = s.supplier_code where s.id = ${id}`);
  if (!statement) return fail("resource_not_found", `There is no statement ${id}.`);
  const found = await ctx.db.query<StatementDifference>(sql`
    select d.id, d.line, d.finding, d.reference, d.ref, a.code as account_code, a.company_name, d.theirs, d.ours, d.currency, d.amount, d.text, d.state,
           d.note, d.decided_by, d.decided_at
      from statement_differences d left join accounts a on a.id = d.account_id where d.statement_id = ${id}
     order by d.state not in ('open', 'disputed'), d.line nulls last, d.id offset ${skip}::int limit ${limit + 1}`);
  return { ...statement, found: found.slice(0, limit), next: found.length > limit ? skip + limit : null };
}
