import { regionCode } from "#server/domain/catalogue/places/index.ts";
import type { SupplierCode, SupplierPackage } from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { inSavepoint, one, sql, type Transaction } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { writeTogether } from "#server/kernel/write-together.ts";
import { productKey } from "./package.ts";

/** A package as the catalogue keeps it. */
export function toRow(supplier: SupplierCode, item: SupplierPackage) {
  const country = item.type === "local" ? item.coverage[0]! : null;
  const region = regionCode(item.type, item.coverage);
  return {
    package_id: publicCode(supplier, item.supplierPackageId),
    supplier_code: supplier,
    supplier_package_id: item.supplierPackageId,
    name: item.name,
    type: item.type,
    country_code: country,
    region_code: region,
    coverage: item.coverage,
    data_mb: item.dataMb,
    unlimited: item.unlimited,
    per_day: item.perDay,
    duration_days: item.durationDays,
    validity_days: item.validityDays,
    network_type: item.networkType,
    speed: item.speed,
    operators: item.operators,
    hotspot: item.hotspot,
    activation: item.activation,
    product_key: productKey({ ...item, countryCode: country, regionCode: region }),
    topup_supported: item.topupSupported,
    cost_usd: toNumeric(item.costUsd),
    suggested_retail_usd: item.suggestedRetailUsd && toNumeric(item.suggestedRetailUsd),
    content_hash: sha256Hex(JSON.stringify(item)),
  };
}

export type Row = ReturnType<typeof toRow>;

/** Safe in an address; what had to be replaced is told apart by a few characters of its hash. */
function publicCode(supplier: SupplierCode, supplierPackageId: string): string {
  const plain = supplierPackageId.replace(/[^A-Za-z0-9_.-]/g, "-");
  const suffix = plain === supplierPackageId ? "" : `-${sha256Hex(supplierPackageId).slice(0, 6)}`;
  return `${supplier}-${plain}${suffix}`;
}

type Written = { added: number; changed: number };

/** A package that the database refuses stays as it was, and the others are taken over. */
export async function upsertReadable(tx: Transaction, rows: Row[], refused: string[], at: Date): Promise<Written> {
  const written = await writeTogether(
    rows,
    async (some) => [await inSavepoint(tx, () => upsert(tx, some, at))],
    (row, { message }) => refused.push(`${row.supplier_package_id}: ${message}`.slice(0, 300)),
  );
  return written.reduce((sum, { added, changed }) => ({ added: sum.added + added, changed: sum.changed + changed }), {
    added: 0,
    changed: 0,
  });
}

/** What is as it was is not tried: each try uses up a number. */
async function upsert(tx: Transaction, rows: Row[], at: Date): Promise<Written> {
  return one(
    await tx.query<Written>(sql`
      with pulled as (
        select * from jsonb_to_recordset(${storableJson(rows)}::jsonb) as x(
          package_id text, supplier_code text, supplier_package_id text, name text, type text, country_code char(2), region_code text,
          coverage text[], data_mb int, unlimited boolean, per_day boolean, duration_days int, validity_days int, network_type text,
          speed text, operators jsonb, hotspot boolean, activation text, product_key text, topup_supported boolean,
          cost_usd numeric(18,4), suggested_retail_usd numeric(18,4), content_hash text)
      ), back as (
        update packages p set missed_pulls = 0 from pulled x
         where p.supplier_code = x.supplier_code and p.supplier_package_id = x.supplier_package_id
           and p.missed_pulls > 0 and p.status = 'on_sale' and p.content_hash = x.content_hash
      ), written as (
        insert into packages as p (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb,
          unlimited, per_day, duration_days, validity_days, network_type, speed, operators, hotspot, activation, product_key,
          topup_supported, cost_usd, suggested_retail_usd, content_hash, changed_at, created_at)
        select x.*, ${at}, ${at} from pulled x
         where not exists (
           select from packages q where q.supplier_code = x.supplier_code and q.supplier_package_id = x.supplier_package_id
              and q.content_hash = x.content_hash and q.withdrawn_by is distinct from 'supplier')
        on conflict (supplier_code, supplier_package_id) do update set
          name = excluded.name, type = excluded.type, country_code = excluded.country_code, region_code = excluded.region_code,
          coverage = excluded.coverage, data_mb = excluded.data_mb, unlimited = excluded.unlimited, per_day = excluded.per_day,
          duration_days = excluded.duration_days, validity_days = excluded.validity_days, network_type = excluded.network_type,
          speed = excluded.speed, operators = excluded.operators, hotspot = excluded.hotspot, activation = excluded.activation,
          product_key = excluded.product_key,
          product_changed_at = case when p.product_key <> excluded.product_key then clock_timestamp() else p.product_changed_at end,
          topups_ended_at = case when p.topup_supported and not excluded.topup_supported then clock_timestamp() else p.topups_ended_at end,
          topup_supported = excluded.topup_supported, cost_usd = excluded.cost_usd,
          suggested_retail_usd = excluded.suggested_retail_usd, content_hash = excluded.content_hash, changed_at = excluded.changed_at,
          missed_pulls = 0,
          status = case when p.withdrawn_by = 'staff' then p.status else 'on_sale' end,
          withdrawn_by = case when p.withdrawn_by = 'staff' then 'staff' end,
          replaced_by_id = case when p.withdrawn_by = 'staff' then p.replaced_by_id end
        where p.content_hash <> excluded.content_hash or p.withdrawn_by = 'supplier'
        returning (xmax = 0) as added)
      select count(*) filter (where added) as added, count(*) filter (where not added) as changed from written`),
  );
}

/** Of the packages on sale that are one product, the one with the lowest id is the main one. */
export async function markVariants(tx: Transaction, at: Date): Promise<void> {
  await tx.query(sql`
    update packages p set is_variant = v.is_variant, changed_at = ${at}
      from (select id, id <> min(id) over (partition by product_key) as is_variant from packages where status = 'on_sale') v
     where p.id = v.id and p.is_variant <> v.is_variant`);
}

/** A cost that moved by more than this share is worth somebody's look. */
const REMARKABLE_MOVE = 0.25;

export async function reportCostMoves(db: Transaction, supplier: SupplierCode, at: Date): Promise<void> {
  const moves = await db.query<{ packageId: string; previousUsd: Money; costUsd: Money }>(sql`
    select p.package_id, c.previous_usd, c.cost_usd
      from package_costs c join packages p on p.id = c.package_id
     where c.changed_at = ${at} and p.supplier_code = ${supplier} and abs(c.cost_usd / c.previous_usd - 1) > ${REMARKABLE_MOVE}::numeric
     order by abs(c.cost_usd / c.previous_usd - 1) desc limit 20`);
  if (moves.length === 0) return;
  log().error({ supplier, moves }, "costs moved remarkably");
  const [first] = moves;
  await tellOperators(db, at, {
    kind: "catalog.cost",
    subject: supplier,
    occasion: at.toISOString(),
    text: `${moves.length} costs of ${supplier} moved by more than ${REMARKABLE_MOVE * 100} %, such as ${first!.packageId} from ${sumText(first!.previousUsd, "USD")} to ${sumText(first!.costUsd, "USD")}.`,
  });
}
