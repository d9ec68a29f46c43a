import { sql } from "#server/kernel/db.ts";
import type { Invariant } from "./invariant.ts";

/** eSIMs that were replaced because they did not connect. */
export const GUARANTEE: Invariant[] = [
  {
    says: "An eSIM is replaced by one order of its account under the replacement's reference, and under that there is no other one.",
    violations: sql`
      select 'replacement ' || x.id as subject from replacements x left join orders o on o.id = x.order_id left join esims e on e.id = x.esim_id
       where e.id is null or (e.account_id, e.environment) is distinct from (x.account_id, x.environment)
          or (x.status in ('ordered', 'replaced') and (o.id is null or o.requested_quantity <> 1 or o.client_reference is distinct from 'replacement-' || x.id
                or (o.account_id, o.environment) is distinct from (x.account_id, x.environment)))
      union all
      select 'B2B-' || o.id from replacements x join orders o on o.account_id = x.account_id and o.environment = x.environment
         and o.client_reference = 'replacement-' || x.id
       where o.request_id = o.client_reference and o.created_at < now() - interval '1 minute' and x.order_id is distinct from o.id`,
  },
  {
    says: "Nobody is given another eSIM for one that had connected, nor the payment back beside it.",
    violations: sql`
      select 'replacement ' || x.id as subject from replacements x
       where x.status in ('ordering', 'ordered', 'replaced')
         and exists (select from esim_history h where h.esim_id = x.esim_id and h.current_status in ('activated', 'exhausted') and h.created_at < x.judged_at)
      union all
      select 'replacement ' || x.id from replacements x join payments p on p.checkout_id = x.checkout_id
        join payment_refunds r on r.payment_id = p.id and r.cause = 'esim:' || x.esim_id
       where x.status = 'replaced' and exists (select from esims e join orders o on o.id = e.order_id
                                                where e.order_id = x.order_id and e.status <> 'cancelled' and o.status <> 'refunded')`,
  },
  {
    says: "A replacement is not left lying: it is over after 25 hours, or its order waits for people.",
    violations: sql`
      select 'replacement ' || x.id as subject from replacements x
       where x.status in ('asked', 'cancelling', 'ordering', 'ordered') and x.created_at < now() - interval '25 hours'
         and not exists (select from supplier_orders p where p.order_id = x.order_id and (p.status = 'review' or p.stray = 'waiting'))`,
  },
];
