import { isSupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { type Queryable, sql } from "#server/kernel/db.ts";
import { jobs } from "./functions/index.ts";
import type { DueJob } from "./job.ts";

const CALLS = new Set(jobs.filter(({ calls }) => calls).map(({ name }) => name));

/**
 * Says of the jobs that call a supplier which one that is now, and whether it has been asked already for what they are about.
 * An order's is that of its first part that waits for an answer, or of the first that is still to be sent.
 */
export async function findSuppliers(db: Queryable, due: DueJob[]): Promise<DueJob[]> {
  const asked = due.flatMap(({ job, payload }, place) => (CALLS.has(job) ? [{ place, job, payload }] : []));
  if (asked.length === 0) return due;
  const found = await db.query<{ place: number; supplier: string; isBegun: boolean }>(sql`
    select d.place, s.supplier, s.is_begun
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as d(place int, job text, payload jsonb)
     cross join lateral (
       select coalesce(p.supplier_code, o.supplier_code) as supplier, coalesce(p.status <> 'intended' or p.sends > 0, false) as is_begun
         from orders o
         left join lateral (
           select supplier_code, status, sends from supplier_orders
            where order_id = o.id and status in ('intended', 'sent', 'accepted') order by (status = 'intended'), part limit 1) p on true
        where d.job = 'fulfil-order' and o.id = (d.payload->>'orderId')::bigint
       union all
       select supplier_code, status <> 'queued' from actions
        where d.job in ('settle-action', 'check-late-topup') and id = (d.payload->>'actionId')::bigint
       union all
       select supplier_code, true from supplier_orders where d.job = 'check-late-order' and reference = d.payload->>'reference'
       union all
       select e.supplier_code, false from replacements r join esims e on e.id = r.esim_id
        where d.job = 'replace-esim' and r.id = (d.payload->>'replacementId')::bigint
       union all
       select supplier_code, false from esims where d.job = 'sync-esims' and id = (d.payload->'esimIds'->>0)::bigint) s`);
  // One that this version does not know, which a newer one may have sold, has no pool: its jobs fail aloud among the others.
  const ours = found.filter(({ supplier }) => isSupplierCode(supplier));
  const known = new Map(ours.map(({ place, ...about }) => [place, about]));
  return due.map((job, place) => ({ ...job, ...known.get(place) }));
}
