import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** Something whose outcome at a supplier is unknown, that turned up late, or where two records differ, with what is known of it. */
export type Review = {
  /** `B2B-1042` for an order, `ACT-118` for an action, `REC-7` for a difference: what `review resolve` is told. */
  ref: string;
  /** Null: nobody's. */
  accountCode: string | null;
  kind: "order" | "late delivery" | "topup" | "cancel" | "suspend" | "resume" | "late topup" | "difference";
  /** Its code, or whose account with the payment provider it is. */
  supplier: string;
  /** Ours, as the supplier was told it. */
  reference: string;
  quantity: number;
  amount: string;
  currency: string;
  /** True when nothing looks for it any more: people decide. */
  waiting: boolean;
  since: Date;
  /** The supplier's own number, if it gave one. */
  supplierReference: string | null;
  /** When the supplier said first that it has no such thing; null when it never did. */
  notFoundAt: Date | null;
  /** Differences: what was found, and what to do about it. */
  text: string | null;
};

/** The review queue, oldest first; with `ref` only what is open under it: an order may have several parts there. */
export async function listReviews(
  ctx: Ctx,
  { limit = 200, ref }: { limit?: number; ref?: string } = {},
): Promise<Review[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<Review>(sql`
    select * from (
      select 'B2B-' || o.id as ref, a.code as account_code, case p.status when 'review' then 'order' else 'late delivery' end as kind,
             p.supplier_code as supplier, p.reference, x.units as quantity, (o.unit_price * x.units)::text as amount, o.currency, true as waiting,
             p.created_at as since, coalesce(p.stray_reference, p.supplier_reference) as supplier_reference, p.not_found_at, null as text
        from supplier_orders p cross join lateral (
          select case p.status when 'review' then p.quantity else jsonb_array_length(coalesce(p.stray_profiles, '[]')) end as units) x join orders o on o.id = p.order_id join accounts a on a.id = o.account_id
       where p.status = 'review' or p.stray = 'waiting'
      union all
      select 'ACT-' || x.id, a.code, case x.status when 'failed' then 'late topup' else x.action end, x.supplier_code, x.reference, 1, x.amount::text, x.currency,
             x.status = 'failed' or x.created_at < ${ctx.clock.now()}::timestamptz - interval '24 hours', x.created_at,
             x.supplier_reference, x.not_found_at, null
        from actions x join accounts a on a.id = x.account_id where x.status = 'under_review' or x.stray = 'waiting'
      union all
      select 'REC-' || d.id, a.code, 'difference', d.source, 'REC-' || d.id, 1, d.amount::text, d.currency, true, d.found_at, d.their_reference, null,
             d.text || ' ' || d.step
        from reconciliation_differences d left join accounts a on a.id = d.account_id where d.outcome = 'waiting'
    ) r where ref = coalesce(${ref ?? null}, ref) order by since limit ${limit}`);
}

export type Evidence = {
  operation: string;
  outcome: string;
  request: string;
  response: string;
  durationMs: number;
  at: Date;
};

/** What was said to the supplier under a reference of ours, and what it answered. Oldest first. */
export async function listEvidence(ctx: Ctx, reference: string): Promise<Evidence[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<Evidence>(sql`
    select c.operation, c.outcome, c.request, c.response, c.duration_ms, c.created_at as at
      from supplier_calls c
     where c.reference = ${reference} and c.order_id in (
       select order_id from supplier_orders where reference = ${reference} union select order_id from actions where reference = ${reference})
     order by c.id limit 200`);
}
