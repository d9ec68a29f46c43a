import type { Queryable } from "#server/kernel/db.ts";
import { one, sql } from "#server/kernel/db.ts";
import type { SupplierRecords } from "#server/simulator/control.ts";
import type { Made } from "./perform.ts";
import type { Stage } from "./stage.ts";

/** How often a run met what it is made to meet, by what happened and not by what was planned. */
export type Cases = Record<
  | "a supplier's own cancel of what was delivered"
  | "a failover"
  | "bought after the order had gone elsewhere or was given up"
  | "a worker that slept while another did its work"
  | "a top-up that was done after it was paid back"
  | "a profile that was sold before"
  | "a purchase at a price that had moved, or none because of it"
  | "a top-up and a cancel of one eSIM within seconds"
  | "a traveller's payment that bought or went back",
  number
>;

export async function countCases(db: Queryable, records: SupplierRecords[], stage: Stage, made: Made): Promise<Cases> {
  const references = records.flatMap(({ orders }) => orders.flatMap(({ reference }) => (reference ? [reference] : [])));
  const iccids = records.flatMap(({ orders }) => orders.flatMap(({ esims }) => esims));
  const row = one(
    await db.query<Record<"cancels" | "failovers" | "late" | "topups" | "prices" | "storms" | "payments", number>>(sql`
      select (select count(*) from actions a join esims e on e.id = a.esim_id
               where a.action = 'cancel' and a.status = 'succeeded' and a.sends = 0 and e.iccid = any(${[...made.cancels]})) as cancels,
             (select count(distinct order_id) from supplier_orders where status = 'replaced') as failovers,
             (select count(*) from supplier_orders where (status in ('replaced', 'rejected') and rejected_code <> 'taken_back' and reference = any(${references}))
                or (stray is not null and lost_at is not null)) as late,
             (select count(*) from actions where action = 'topup' and stray is not null) as topups,
             (select count(*) from supplier_orders p join orders o on o.id = p.order_id
               where p.rejected_code = 'price_changed' or (p.supplier_code = o.supplier_code and p.unit_cost_usd <> o.unit_cost_usd)) as prices,
             (select count(distinct c.esim_id) from actions c join actions t on t.esim_id = c.esim_id and t.action = 'topup'
               where c.action = 'cancel' and c.environment = 'live' and abs(extract(epoch from c.created_at - t.created_at)) < 5) as storms,
             (select count(*) from checkouts where environment = 'live' and status in ('delivered', 'refunded')) as payments`),
  );
  return {
    "a supplier's own cancel of what was delivered": row.cancels,
    "a failover": row.failovers,
    "bought after the order had gone elsewhere or was given up": row.late,
    "a worker that slept while another did its work": stage.awoken(),
    "a top-up that was done after it was paid back": row.topups,
    "a profile that was sold before": iccids.length - new Set(iccids).size,
    "a purchase at a price that had moved, or none because of it": row.prices,
    "a top-up and a cancel of one eSIM within seconds": row.storms,
    "a traveller's payment that bought or went back": row.payments,
  };
}
