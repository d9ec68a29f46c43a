import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { numericId, parseOrderReference } from "#server/kernel/ids.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** Something whose outcome at a supplier is unknown, that turned up late, or where two records differ, with what is known of it. */
export type Review = {
  /** `B2B-1042` for an order, `ACT-118` for an action, `REC-7` for a difference: what `review resolve` is told. */
  ref: string;
  /** Null: nobody's. */
  accountCode: string | null;
  companyName: string | null;
  kind: "order" | "late delivery" | "topup" | "cancel" | "suspend" | "resume" | "late topup" | "difference";
  /** Its code, or whose account with the payment provider it is. */
  supplier: string;
  /** Ours, as the supplier was told it. */
  reference: string;
  /** What was bought; null for a difference. */
  what: string | null;
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

type Which = {
  limit?: number;
  /** Only what is open under it: an order may have several parts there. */
  ref?: string;
  /** Also orders that are still looked for: nothing of them can be decided yet. */
  lookedFor?: boolean;
};

/** The review queue, oldest first. */
export async function listReviews(ctx: Ctx, { limit = 200, ref, lookedFor = false }: Which = {}): Promise<Review[]> {
  requireOperator(ctx, "platform:read");
  const orderId = lookedFor ? parseOrderReference(ref ?? "") : null;
  const actionId = lookedFor ? numericId(/^ACT-(\d+)$/.exec(ref ?? "")?.[1]) : null;
  return await ctx.db.query<Review>(sql`
    select * from (
      select 'B2B-' || o.id as ref, a.code as account_code, a.company_name, case when p.stray = 'waiting' and p.status <> 'review' then 'late delivery' else 'order' end as kind,
             p.supplier_code as supplier, p.reference, o.package_name as what, x.units as quantity, (o.unit_price * x.units)::text as amount, o.currency,
             p.status = 'review' or p.stray is not distinct from 'waiting' as waiting,
             p.created_at as since, coalesce(n.numbers, p.stray_reference, p.supplier_reference) as supplier_reference, p.not_found_at, null as text
        from supplier_orders p cross join lateral (
          select case when p.stray = 'waiting' and p.status <> 'review' then jsonb_array_length(coalesce(p.stray_profiles, '[]')) else p.quantity end as units) x
          cross join lateral (select string_agg(distinct y->>'supplierReference', ', ') as numbers from jsonb_array_elements(coalesce(p.stray_profiles, '[]')) y
                               where p.stray = 'waiting') n
          join orders o on o.id = p.order_id join accounts a on a.id = o.account_id
       where p.id in (
         select id from supplier_orders where status = 'review' or stray = 'waiting'
         union select id from supplier_orders where order_id = ${orderId}::bigint and status in ('intended', 'sent', 'accepted'))
      union all
      select 'ACT-' || x.id, a.code, a.company_name, case x.status when 'failed' then 'late topup' else x.action end, x.supplier_code, x.reference,
             coalesce(x.package_name, e.iccid), 1, x.amount::text, x.currency,
             x.status = 'failed' or x.created_at < ${ctx.clock.now()}::timestamptz - interval '24 hours', x.created_at,
             x.supplier_reference, x.not_found_at, null
        from actions x join accounts a on a.id = x.account_id join esims e on e.id = x.esim_id
       where x.id in (
         select id from actions where status = 'under_review' and environment = 'live'
         union select id from actions where stray = 'waiting'
         union select id from actions where id = ${actionId}::bigint and environment = 'live' and status in ('queued', 'processing'))
      union all
      select 'REC-' || d.id, a.code, a.company_name, 'difference', d.source, 'REC-' || d.id, null, 1, d.amount::text, d.currency, true, d.found_at,
             d.their_reference, null, d.text || ' ' || d.step
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
