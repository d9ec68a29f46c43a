import { sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariant.ts";

/** Refunds that wait for the outcome of their order. */
export const WAITING: Invariant[] = [
  {
    says: "A refund that staff decided while the order was under way waits as long as that lasts, and no longer.",
    violations: sql`
      select 'checkout ' || c.id as subject from waiting_refunds w join checkouts c on c.id = w.checkout_id
       where (w.ended_at is null) <> (c.status in ('paid', 'ordered') and c.refund_reason is null)
          or (w.ended_at is not null and c.status = 'delivered' and c.refund_due < c.total_amount
              and not exists (select from payments p join payment_refunds r on r.payment_id = p.id where p.checkout_id = c.id and r.cause = w.cause))`,
  },
];
