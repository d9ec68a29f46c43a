import { allOf } from "#server/kernel/conditions.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import type { ApprovalFilter } from "./approval-filter.ts";
import type { Decision } from "./decision.ts";

const SELECT = sql`
  select d.id, d.kind, d.account_id, a.code as account_code, a.company_name, d.subject, d.amount, d.currency,
         d.bank_reference, d.details, d.reason, d.status, d.asked_by, d.asked_at,
         d.decided_by, d.decided_at, d.decided_note, d.starts_at, d.outcome
    from decisions d left join accounts a on a.id = d.account_id`;

/** Newest first. */
export async function listApprovals(
  ctx: Ctx,
  { limit, beforeId, account, kind, status }: ApprovalFilter & Place,
): Promise<Page<Decision>> {
  requireOperator(ctx, "platform:read");
  const asked = allOf<ApprovalFilter>({
    before: beforeId !== undefined && sql`d.id < ${beforeId}::bigint`,
    account: account !== undefined && sql`d.account_id = (select id from accounts where code = ${account})`,
    kind: kind !== undefined && sql`d.kind = ${kind}`,
    status: status !== undefined && sql`d.status = ${status}`,
  });
  const rows = await ctx.db.query<Decision>(sql`${SELECT} where ${asked} order by d.id desc limit ${limit + 1}`);
  return toPage(rows, limit);
}

export async function getApproval(ctx: Ctx, id: number): Promise<Decision> {
  requireOperator(ctx, "platform:read");
  const [decision] = await ctx.db.query<Decision>(sql`${SELECT} where d.id = ${id}`);
  return decision ?? fail("resource_not_found", "There is no such decision.");
}
