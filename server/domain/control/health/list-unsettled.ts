import { DECIDE_WITHIN, REVIEW_AFTER } from "#server/domain/catalogue/suppliers/index.ts";
import { soldAs } from "#server/domain/shop/checkout/index.ts";
import { listUnseenSuppliers, NEWS_WITHIN } from "#server/domain/shop/guarantee/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, SECOND } from "#server/kernel/time.ts";

/**
 * What is known of something that was paid for: `waiting`: nothing was sent. `refused`: refused for now, to be sent again. `unanswered`:
 * sent, and nobody knows. `denied`: the supplier said once that it has no such thing. `accepted`: it has it and has not delivered.
 * `review`: people decide. `paid`: a traveller has paid, and nothing was ordered yet.
 */
export type KnownOf = "waiting" | "refused" | "unanswered" | "denied" | "accepted" | "review" | "paid";

/** An order, an action on an eSIM, a purchase in a shop or a replacement of a silent eSIM that was paid for and has no outcome. */
export type Unsettled = {
  kind: "order" | "topup" | "cancel" | "suspend" | "resume" | "purchase" | "replacement";
  /** `B2B-1042`, `ACT-118`, the number of a purchase, or the ICCID of a silent eSIM. */
  ref: string;
  accountCode: string;
  companyName: string;
  /** Null: none was asked yet. */
  supplier: string | null;
  /** What was bought. */
  what: string;
  quantity: number;
  amount: Money;
  currency: string;
  since: Date;
  known: KnownOf;
  /** How often the supplier was asked for it. */
  looks: number;
  /** When it is looked at next; null: now, or nobody looks any more. */
  nextLookAt: Date | null;
  /** When people take over; when they have, by when they decide. Null: nobody decides, a replacement ends by itself. */
  deadline: Date | null;
};

export type Stake = { supplier: string | null; currency: string; count: number; amount: Money; oldestAt: Date };

/** Orders mostly take seconds: this long they are left alone. What went unanswered shows at once. */
const SHOWN_AFTER = 15 * SECOND;
const MOST_SHOWN = 100;

/** Since when a replacement x of an eSIM e has no outcome. Of a supplier that reports no installation news are waited for on purpose: that counts for nothing. */
const replacedSince = () => sql`
  case when x.status = 'asked' or e.supplier_code <> all(${listUnseenSuppliers()}::text[]) then x.created_at
       when x.status = 'cancelling' then x.updated_at + make_interval(secs => ${paced(NEWS_WITHIN) / SECOND}::float8)
       else coalesce(x.judged_at, x.created_at) end`;

/** Everything that is open, as a part of a statement by the name `open`, by indexes of what is open: however much was ever sold, this reads the backlog. */
export const openWork = (now: Date) => sql`
  open as materialized (
    select * from (
      select 'order' as kind, 'B2B-' || o.id as ref, 'fulfil-order:' || o.id as job, o.account_id, coalesce(p.supplier, o.supplier_code) as supplier,
             o.package_name as what, o.requested_quantity::int as quantity, o.total_amount as amount, o.currency, o.created_at as since,
             case when p.in_review then 'review' when p.denied then 'denied' when p.unanswered then 'unanswered' when p.accepted then 'accepted'
                  when p.refused then 'refused' else 'waiting' end as known,
             coalesce(p.looks, 0)::int as looks, p.sent_at, p.changed_at, coalesce(p.in_review or p.is_lost, false) as at_once
        from orders o
        left join lateral (
          select max(supplier_code) filter (where status in ('intended', 'sent', 'accepted', 'review')) as supplier, bool_or(status = 'review') as in_review,
                 bool_or(status = 'sent' and not_found_at is not null) as denied, bool_or(status = 'sent') as unanswered,
                 bool_or(status = 'accepted') as accepted, bool_or(status = 'intended' and sends > 0) as refused,
                 bool_or(status = 'sent' and busy_until is null) as is_lost, max(checks) as looks, min(sent_at) as sent_at,
                 max(updated_at) filter (where status = 'review') as changed_at
            from supplier_orders where order_id = o.id) p on true
       where o.status in ('queued', 'processing') and o.environment = 'live'
      union all
      select a.action, 'ACT-' || a.id, 'settle-action:' || a.id, a.account_id, a.supplier_code, coalesce(a.package_name, e.iccid), 1, a.amount, a.currency,
             a.created_at,
             case when a.status = 'under_review' and a.created_at < ${after(now, -paced(REVIEW_AFTER))}::timestamptz then 'review' when a.not_found_at is not null then 'denied'
                  when not a.unsent then 'unanswered' when a.sends > 0 then 'refused' else 'waiting' end,
             a.checks, a.created_at, a.created_at + make_interval(secs => ${paced(REVIEW_AFTER) / SECOND}::float8), a.status = 'under_review'
        from actions a join esims e on e.id = a.esim_id
       where a.status in ('queued', 'processing', 'under_review') and a.environment = 'live'
      union all
      select 'purchase', c.number, 'settle-checkout:' || c.id, c.account_id, null, c.package_name, c.quantity, c.total_amount, c.currency, coalesce(c.paid_at, c.created_at),
             'paid', c.looks, c.paid_at, null, false
        from checkouts c
       where c.status in ('paid', 'ordered') and c.environment = 'live' and not exists (
         select from sale_lines l join orders o on o.id = l.order_id where l.checkout_id = c.id and o.status in ('queued', 'processing')) and not exists (
         select from actions a where a.id = c.action_id and a.status in ('queued', 'processing', 'under_review'))
      union all
      select 'replacement', e.iccid, 'replace-esim:' || x.id, x.account_id, case when x.status in ('asked', 'cancelling') then e.supplier_code end, l.package_name, 1,
             l.unit_price, c.currency, ${replacedSince()},
             case when x.status = 'ordered' then 'accepted' when x.status = 'ordering' then 'paid' when x.looks > 0 then 'unanswered' else 'waiting' end,
             x.looks, null, null, false
        from replacements x join esims e on e.id = x.esim_id cross join ${soldAs(sql`e.order_id`)} join checkouts c on c.id = l.checkout_id
       where x.status in ('asked', 'cancelling', 'ordering', 'ordered') and x.environment = 'live' and not exists (
         select from orders o where x.status = 'ordered' and o.id = x.order_id and o.status in ('queued', 'processing')) and not exists (
         select from actions a where x.status = 'cancelling' and a.esim_id = x.esim_id and a.action = 'cancel' and a.status in ('queued', 'processing', 'under_review'))
    ) w where at_once or since < ${after(now, -paced(SHOWN_AFTER))})`;

type Row = Omit<Unsettled, "deadline"> & { sentAt: Date | null; changedAt: Date | null };

/** What was paid for and has no outcome yet, the oldest first, and how much money is at stake at each supplier. */
export async function listUnsettled(ctx: Ctx): Promise<{ items: Unsettled[]; stakes: Stake[] }> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  const [rows, stakes] = await Promise.all([
    ctx.db.query<Row>(sql`
      with ${openWork(now)}, shown as (select * from open order by since, ref limit ${MOST_SHOWN}::int)
      select s.kind, s.ref, c.code as account_code, c.company_name, s.supplier, s.what, s.quantity, s.amount, s.currency, s.since, s.known, s.looks,
             s.sent_at, s.changed_at, case when s.known <> 'review' and j.run_at > ${now} then j.run_at end as next_look_at
        from shown s join accounts c on c.id = s.account_id left join outbox_jobs j on j.key = s.job
       order by s.since, s.ref`),
    listStakes(ctx),
  ]);
  const items = rows.map(({ sentAt, changedAt, ...row }) => ({
    ...row,
    deadline:
      row.kind === "replacement"
        ? null
        : row.known === "review"
          ? after(changedAt ?? row.since, paced(DECIDE_WITHIN))
          : after(sentAt ?? row.since, paced(REVIEW_AFTER)),
  }));
  return { items, stakes };
}

/** The same, summed up: how many at each supplier, for how much, since when. */
export async function listStakes(ctx: Ctx): Promise<Stake[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<Stake>(sql`
    with ${openWork(ctx.clock.now())}
    select supplier, currency, count(*)::int as count, sum(amount) as amount, min(since) as oldest_at from open group by supplier, currency
     order by min(since)`);
}
