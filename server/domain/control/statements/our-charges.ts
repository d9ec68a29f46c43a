import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";

/** Something that a supplier takes of us, or pays back, as our books have it. */
export type Charge = {
  /** `part:12`, `topup:4`, `refund:5`. */
  key: string;
  kind: "purchase" | "refund";
  /** Everything that a statement may call it. */
  references: string[];
  /** Zero: we have it, and it was not delivered. */
  amount: Money;
  at: Date;
  /** `B2B-12`, `ACT-4`. */
  ref: string;
  what: string;
  accountId: number;
  companyName: string;
};

/** A part is sent soon after it was made, or not for as long as its order waits. */
const WAITS = 2 * DAY;

/** Where we ordered what the references name, the most first; nothing of ours: empty. */
export async function findSuppliers(db: Transaction, references: string[]): Promise<{ code: string; name: string }[]> {
  return await db.query<{ code: string; name: string }>(sql`
    with named as (
      select supplier_code from supplier_orders where reference = any(${references}::text[])
      union all select supplier_code from actions where reference = any(${references}::text[])
      union all select p.supplier_code from suppliers s join supplier_orders p on p.supplier_code = s.code and p.supplier_reference = any(${references}::text[])
    ) select s.code, s.name from named n join suppliers s on s.code = n.supplier_code group by s.code, s.name order by count(*) desc, s.code`);
}

/** What a supplier's statement names, and what it should name because it is of its time. */
export async function readCharges(
  db: Transaction,
  supplier: string,
  references: string[],
  { from, to }: { from: Date; to: Date },
): Promise<Charge[]> {
  const begin = after(from, -WAITS);
  return await db.query<Charge>(sql`
    with parts as (
      select id from supplier_orders where reference = any(${references}::text[]) and supplier_code = ${supplier}
      union select id from supplier_orders where supplier_code = ${supplier} and supplier_reference = any(${references}::text[])
      union select id from supplier_orders where supplier_code = ${supplier} and stray_reference = any(${references}::text[])
      union select id from supplier_orders where supplier_code = ${supplier} and (status = 'delivered' or stray is not null) and created_at >= ${begin} and created_at < ${to}
    ), acts as (
      select id from actions where reference = any(${references}::text[]) and supplier_code = ${supplier}
      union select id from actions where supplier_code = ${supplier} and supplier_reference = any(${references}::text[])
      union select id from actions where supplier_code = ${supplier} and action in ('topup', 'cancel') and settled_at >= ${begin} and settled_at < ${to}
      union select a.id from actions a join esims e on e.id = a.esim_id where e.supplier_order_id in (select id from parts) and a.action = 'cancel'
    ), charges as (
      select 'part:' || p.id as key, 'purchase' as kind, array_remove(array[p.reference, p.supplier_reference, p.stray_reference], null) as references,
             part_cost(p) as amount, coalesce(p.sent_at, p.created_at) as at, 'B2B-' || p.order_id as ref, o.package_name as what, o.account_id
        from supplier_orders p join orders o on o.id = p.order_id where p.id in (select id from parts) and o.environment = 'live'
      union all
      select 'topup:' || a.id, 'purchase', array_remove(array[a.reference, a.supplier_reference], null), topup_cost(a), a.created_at, 'ACT-' || a.id,
             coalesce(a.package_name, 'Top-up'), a.account_id
        from actions a where a.id in (select id from acts) and a.action = 'topup' and a.environment = 'live'
      union all
      select 'refund:' || a.id, 'refund', array_remove(array[a.reference, a.supplier_reference, p.reference, p.supplier_reference, e.supplier_esim_id], null), returned_cost(a),
             coalesce(a.refunded_at, a.settled_at, a.updated_at), 'ACT-' || a.id, coalesce(a.package_name, e.iccid), a.account_id
        from actions a join esims e on e.id = a.esim_id left join supplier_orders p on p.id = e.supplier_order_id
       where a.id in (select id from acts) and a.environment = 'live' and returned_cost(a) > 0
    )
    select c.key, c.kind, c.references, c.amount, c.at, c.ref, c.what, c.account_id, a.company_name
      from charges c join accounts a on a.id = c.account_id order by c.at, c.key`);
}
