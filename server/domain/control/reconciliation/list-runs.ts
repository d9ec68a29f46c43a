import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import type { Source } from "./reconcile-supplier.ts";
import { IS_OPEN, type Kind, type Outcome } from "./record-difference.ts";

type ReconciliationRun = {
  id: number;
  kind: Kind;
  status: "running" | "done" | "incomplete";
  from: Date;
  to: Date;
  sources: Source[];
  askedBy: string;
  startedAt: Date;
  finishedAt: Date | null;
  /** Differences that it was the first to find. */
  found: number;
};

type ListedDifference = {
  /** Where people decide about it: `REC-7`, or the order or top-up in the review queue. */
  ref: string;
  kind: Kind;
  source: string;
  what: string;
  finding: string;
  outcome: Outcome;
  reference: string | null;
  theirReference: string | null;
  amount: Money;
  currency: string;
  text: string;
  step: string;
  foundAt: Date;
};

/** Newest first. */
export async function listReconciliationRuns(ctx: Ctx, limit = 20): Promise<ReconciliationRun[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<ReconciliationRun>(sql`
    select r.id, r.kind, r.status, r.range_from as "from", r.range_to as "to", r.sources, r.asked_by, r.started_at,
           r.finished_at, (select count(*) from reconciliation_differences d where d.found_run = r.id) as found
      from (select * from reconciliation_runs order by id desc limit ${limit}) r order by r.id desc`);
}

/** What still needs somebody or another run, and what a run found, oldest first. */
export async function listDifferences(
  ctx: Ctx,
  { kind = null, runId = null, limit = 200 }: { kind?: Kind | null; runId?: number | null; limit?: number } = {},
): Promise<ListedDifference[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<ListedDifference>(sql`
    select case when d.outcome <> 'review' then 'REC-' || d.id when d.action_id is null then 'B2B-' || d.order_id else 'ACT-' || d.action_id end as ref,
           d.kind, d.source, d.what, d.finding, d.outcome, d.reference, d.their_reference, d.amount, d.currency, d.text, d.step,
           d.found_at
      from reconciliation_differences d
     where d.kind = coalesce(${kind}::text, d.kind) and (${IS_OPEN} or d.found_run = ${runId}::int)
     order by d.id limit ${limit}`);
}

/** Asks the worker for a run; one of a kind waits at a time. */
export async function requestReconciliation(ctx: Ctx, kind: Kind): Promise<void> {
  requireOperator(ctx, "audits:run");
  await ctx.db.transaction(async (tx) => {
    await enqueue(tx, "reconcile", { kind });
    await recordAudit(tx, ctx, { act: "reconciliation.request", subject: kind });
  });
}
