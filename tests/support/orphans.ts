import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import type { SupplierRecords } from "#server/simulator/control.ts";

type Suppliers = { of(code: SupplierCode): { records(): Promise<SupplierRecords> } };

/** What the suppliers were paid for, and have not paid back, that is neither sold nor before people. */
export async function orphans(suppliers: Suppliers): Promise<string[]> {
  const known = await database().query<{ id: string }>(sql`
    select supplier_code || ' ' || iccid as id from esims where environment = 'live'
    union all
    select p.supplier_code || ' ' || (x->>'iccid') from supplier_orders p cross join jsonb_array_elements(p.stray_profiles) x where p.stray is not null`);
  const topups = await database().query<{ id: string; done: number }>(sql`
    select a.supplier_code || ' ' || e.iccid as id, count(*) as done from actions a join esims e on e.id = a.esim_id
     where a.action = 'topup' and a.environment = 'live' and (a.status = 'succeeded' or a.stray is not null) group by 1`);
  const owned = new Set(known.map(({ id }) => id));
  const found: string[] = [];
  for (const code of SUPPLIER_CODES) {
    const records = await suppliers.of(code).records();
    for (const { iccid } of records.esims) if (!owned.has(`${code} ${iccid}`)) found.push(`${code} ${iccid}`);
    for (const [iccid, bought] of Map.groupBy(records.topups, (topup) => topup.iccid))
      if (bought.length > (topups.find(({ id }) => id === `${code} ${iccid}`)?.done ?? 0))
        found.push(`${code} ${iccid}: a top-up`);
  }
  return found;
}
