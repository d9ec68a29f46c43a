import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import type { Decision } from "./decision.ts";

const SELECT = sql`
  select d.id, d.kind, d.account_id, a.code as account_code, a.company_name, d.subject, d.amount, d.currency,
         d.bank_reference, d.details, d.reason, d.status, d.asked_by, d.asked_at,
         d.decided_by, d.decided_at, d.decided_note, d.outcome
    from decisions d left join accounts a on a.id = d.account_id`;

type Search = {
  limit: number;
  beforeId?: number;
  status?: Decision["status"];
  kind?: Decision["kind"];
  accountCode?: string;
};

/** Newest first. */
export async function listApprovals(
  ctx: Ctx,
  { limit, beforeId, status, kind, accountCode }: Search,
): Promise<Page<Decision>> {
  requireOperator(ctx, "platform:read");
  // Only what is asked for is a condition: so the newest are read from the end of an index.
  const statusIs = status ? sql`and d.status = ${status}` : sql``;
  const kindIs = kind ? sql`and d.kind = ${kind}` : sql``;
  const ofAccount = accountCode ? sql`and d.account_id = (select id from accounts where code = ${accountCode})` : sql``;
  const rows = await ctx.db.query<Decision>(sql`
    ${SELECT}
     where d.id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807) ${statusIs} ${kindIs} ${ofAccount}
     order by d.id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}

export async function getApproval(ctx: Ctx, id: number): Promise<Decision> {
  requireOperator(ctx, "platform:read");
  const [decision] = await ctx.db.query<Decision>(sql`${SELECT} where d.id = ${id}`);
  return decision ?? fail("resource_not_found", "There is no such decision.");
}
