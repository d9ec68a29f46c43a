import type { Queryable } from "#server/kernel/db.ts";
import { sql } from "#server/kernel/db.ts";

type Delivery = { status: string; attempts: number; onRecord: number; key: string };

/**
 * Each event that an endpoint wanted has a delivery there; what is on record as delivered was accepted by the receiver, what
 * is not has its attempts on record.
 *
 * @param accepted `<path> <event id>` of what the receiver took
 */
export async function compareDeliveries(db: Queryable, accepted: ReadonlySet<string>) {
  const faults: string[] = [];
  const [row] = await db.query<{ missing: number }>(sql`
    select count(*) as missing from events e join webhook_endpoints w on w.account_id = e.account_id and w.environment = e.environment
     where e.created_at > w.created_at and not exists (select from deliveries d where d.event_id = e.id and d.endpoint_id = w.id)`);
  if (row!.missing > 0) faults.push(`${row!.missing} events have no delivery`);
  const deliveries = await db.query<Delivery>(sql`
    select d.status, d.attempt_count as attempts, (select count(*) from delivery_attempts a where a.delivery_id = d.id) as on_record,
           regexp_replace(w.url, '^https?://[^/]+', '') || ' ' || e.event_id as key
      from deliveries d join events e on e.id = d.event_id join webhook_endpoints w on w.id = d.endpoint_id`);
  for (const { status, attempts, onRecord, key } of deliveries) {
    if (status === "delivered" && !accepted.has(key)) faults.push(`${key} is on record as delivered and never arrived`);
    if (attempts !== onRecord) faults.push(`${key}: ${attempts} attempts, ${onRecord} on record`);
    if (status !== "delivered" && attempts === 0) faults.push(`${key} was never attempted`);
  }
  const late = deliveries.filter(({ status }) => status !== "delivered").length;
  return { faults, delivered: deliveries.length - late, late };
}
