import { database, sql, type Transaction } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { brandAt, environmentOf, type StorefrontAddress } from "./find-storefront.ts";

const FRESH_FOR = 10 * SECOND;
const MOST_HELD = 5_000;

type Held = { until: number; version: Promise<string | null> };

/**
 * A word that is another one as soon as a shop page would show something else: the brand, who sells, its pages, its retail rules, whether it takes
 * payments, prices, the catalogue. Null where there is no storefront. Asked with every page request, so the answer is held
 * for ten seconds, for names that nobody has as well.
 */
export async function storefrontVersion(
  address: StorefrontAddress,
  db: Transaction = database(),
): Promise<string | null> {
  // Whoever edits sees what they did at once.
  if ("preview" in address) return await readVersion(address, db);
  const held = processSingleton("storefront-versions", () => new Map<string, Held>());
  const key = JSON.stringify(address);
  const now = Date.now();
  const known = held.get(key);
  if (known && known.until > now) return known.version;
  if (held.size >= MOST_HELD) held.clear();
  const version = readVersion(address, db);
  held.set(key, { until: now + FRESH_FOR, version });
  version.catch(() => held.delete(key));
  return version;
}

async function readVersion(address: StorefrontAddress, db: Transaction): Promise<string | null> {
  const [found] = await db.query<{ version: string }>(sql`
    select left(md5(concat_ws('|', b, a.currency,
             (select string_agg(name || version, ',' order by name) from data_versions),
             (select count(*) || ' ' || max(changed_at) from retail_rules where account_id = a.id),
             exists (select from payment_settings where account_id = a.id and environment = ${environmentOf(address)}),
             (select max(updated_at) from sellers where account_id = a.id),
             (select count(*) || ' ' || max(updated_at) from shop_pages where account_id = a.id),
             exists (select from voucher_batches where account_id = a.id and environment = ${environmentOf(address)}),
             (select revision from brand_drafts where account_id = a.id and environment = ${environmentOf(address)} and ${"preview" in address}))), 16) as version
    ${brandAt(address)}`);
  return found?.version ?? null;
}

/** Whether a host is a reseller's verified domain. */
export const isStorefrontHost = async (host: string, db?: Transaction): Promise<boolean> =>
  (await storefrontVersion({ domain: host }, db)) !== null;
