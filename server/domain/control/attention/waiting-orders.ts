import { DECIDE_WITHIN, hasPassed, REVIEW_AFTER } from "#server/domain/catalogue/suppliers/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { MOST_SHOWN } from "./most-shown.ts";

/** An order that was charged and has had no outcome for longer than orders mostly take. */
export type OpenOrder = {
  kind: "open_order";
  reference: string;
  since: Date;
  amount: Money;
  currency: string;
  quantity: number;
  /** `waiting`: not sent yet. `unanswered`: sent, and it is not known whether the supplier has it. `accepted`: the supplier has it. `review`: our staff decide. */
  known: "waiting" | "unanswered" | "accepted" | "review";
  /** When the supplier is asked next; null: now, or nobody asks any more. */
  nextLookAt: Date | null;
  /** When our staff take it over; when they do, by when they decide. */
  until: Date;
};

const TAKES_LONG = 5 * MINUTE;

type Row = Omit<OpenOrder, "kind" | "reference" | "known" | "until"> & {
  id: number;
  inReview: boolean;
  unanswered: boolean;
  accepted: boolean;
  sentAt: Date | null;
  changedAt: Date | null;
};

/** The oldest first. */
export async function listOpenOrders(ctx: AccountCtx): Promise<OpenOrder[]> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Row>(sql`
    select o.id, o.created_at as since, o.total_amount as amount, o.currency, o.requested_quantity as quantity, j.run_at as next_look_at,
           coalesce(p.in_review, false) as in_review, coalesce(p.unanswered, false) as unanswered, coalesce(p.accepted, false) as accepted,
           p.sent_at, p.changed_at
      from orders o
      left join outbox_jobs j on j.key = 'fulfil-order:' || o.id
      left join lateral (
        select bool_or(status = 'review') as in_review, bool_or(status = 'sent') as unanswered, bool_or(status = 'accepted') as accepted,
               min(sent_at) as sent_at, max(updated_at) filter (where status = 'review') as changed_at
          from supplier_orders where order_id = o.id) p on true
     where o.account_id = ${accountId} and o.environment = ${environment} and o.status in ('queued', 'processing')
     order by o.id limit ${MOST_SHOWN}::int`);
  const now = ctx.clock.now();
  return rows
    .filter(({ since, inReview }) => inReview || hasPassed(since, now, TAKES_LONG))
    .map(({ id, since, amount, currency, quantity, nextLookAt, sentAt, changedAt, ...is }) => ({
      kind: "open_order",
      reference: orderReference(id),
      since,
      amount,
      currency,
      quantity,
      known: is.inReview ? "review" : is.unanswered ? "unanswered" : is.accepted ? "accepted" : "waiting",
      nextLookAt: !is.inReview && nextLookAt && nextLookAt > now ? nextLookAt : null,
      until: is.inReview ? after(changedAt!, DECIDE_WITHIN) : after(sentAt ?? since, REVIEW_AFTER),
    }));
}

export type FailedOrders = { kind: "failed_orders"; count: number; newest: string };

const FAILED_WITHIN = 3 * DAY;
const MOST_COUNTED = 100;

/** Orders of the last days of which nothing was delivered: whoever wanted them has to be told. */
export async function listFailedOrders(ctx: AccountCtx): Promise<FailedOrders[]> {
  const failed = await ctx.db.prisma.order.findMany({
    where: { ...tenant(ctx), status: "failed", createdAt: { gte: after(ctx.clock.now(), -FAILED_WITHIN) } },
    select: { id: true },
    orderBy: { id: "desc" },
    take: MOST_COUNTED,
  });
  const [newest] = failed;
  return newest ? [{ kind: "failed_orders", count: failed.length, newest: orderReference(Number(newest.id)) }] : [];
}
