import { sql, type Transaction } from "#server/kernel/db.ts";

/** The parts of a day's live orders, counted anew: how long is kept in steps of a quarter of an octave. */
export async function sumMarks(tx: Transaction, day: string): Promise<void> {
  await tx.prisma.supplierMark.deleteMany({ where: { since: new Date(day) } });
  await tx.query(sql`
    insert into supplier_marks (since, supplier_code, country, bucket, parts, units, cost)
    select ${day}::date, p.supplier_code, coalesce(k.country_code, k.region_code), b.bucket, count(*), sum(d.units), sum(d.units * p.unit_cost_usd)
      from orders o join supplier_orders p on p.order_id = o.id join packages k on k.id = o.package_id
     cross join lateral (select case when p.status = 'delivered' then coalesce(jsonb_array_length(p.profiles), p.quantity) else 0 end as units) d
     cross join lateral (
       select extract(epoch from m.created_at - p.sent_at) as seconds from order_moves m
        where m.order_id = o.id and m.current_status in ('delivered', 'partially_delivered')
       union all select null order by seconds limit 1) t
     cross join lateral (
       select case when p.status = 'delivered' then ceil(4 * log(2, greatest(1, t.seconds::numeric)))::smallint else -1 end as bucket) b
     where o.environment = 'live' and o.created_at >= ${day}::date::timestamptz and o.created_at < (${day}::date + 1)::timestamptz
       and p.sent_at is not null and (p.status in ('rejected', 'replaced', 'review') or p.status = 'delivered' and t.seconds is not null)
     group by p.supplier_code, coalesce(k.country_code, k.region_code), b.bucket`);
}
