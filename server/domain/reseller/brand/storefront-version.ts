import { database, sql, type Transaction } from "#server/kernel/db.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import { brandAt, environmentOf, type StorefrontAddress } from "./find-storefront.ts";
import { currenciesOf } from "./shop-fields.ts";

const FRESH_FOR = 10 * SECOND;
const MOST_HELD = 5_000;

/** `currencies`: with commas between them, those that its prices can be shown in beside the one that is charged. */
type Facts = { version: string; currencies: string };
type Held = { until: number; facts: Promise<Facts | null> };

/**
 * A word that is another one as soon as a shop page would show something else: the brand, who sells, its pages, its retail rules, whether it takes
 * payments, prices, the catalogue. Null where there is no storefront. Asked with every page request, so the answer is held
 * for ten seconds, for names that nobody has as well.
 */
export const storefrontVersion = async (address: StorefrontAddress, db?: Transaction): Promise<string | null> =>
  (await factsOf(address, db))?.version ?? null;

/** The currency that a visitor chose, where the shop shows its prices in it: nobody else's word becomes part of a page's name. */
export async function shownCurrency(address: StorefrontAddress, chosen: string | undefined): Promise<string | null> {
  // A preview's forms lead nowhere: it is seen in the currency that is charged.
  if (!chosen || "preview" in address) return null;
  return currenciesOf((await factsOf(address)) ?? {}).find((currency) => currency === chosen) ?? null;
}

async function factsOf(address: StorefrontAddress, db: Transaction = database()): Promise<Facts | null> {
  // Whoever edits sees what they did at once.
  if ("preview" in address) return await readFacts(address, db);
  const held = processSingleton("storefront-versions", () => new Map<string, Held>());
  const key = JSON.stringify(address);
  const now = performance.now();
  const known = held.get(key);
  if (known && known.until > now) return known.facts;
  if (held.size >= MOST_HELD) held.clear();
  const facts = readFacts(address, db);
  held.set(key, { until: now + FRESH_FOR, facts });
  facts.catch(() => held.delete(key));
  return facts;
}

async function readFacts(address: StorefrontAddress, db: Transaction): Promise<Facts | null> {
  const [found] = await db.query<Facts>(sql`
    select coalesce(b.shop ->> 'currencies', '') as currencies,
           left(md5(concat_ws('|', b, a.currency,
             (select string_agg(name || version, ',' order by name) from data_versions),
             (select count(*) || ' ' || max(changed_at) from retail_rules where account_id = a.id),
             exists (select from payment_settings where account_id = a.id and environment = ${environmentOf(address)}),
             (select max(updated_at) from sellers where account_id = a.id),
             (select count(*) || ' ' || max(updated_at) from shop_pages where account_id = a.id),
             exists (select from voucher_batches where account_id = a.id and environment = ${environmentOf(address)}),
             (select revision from brand_drafts where account_id = a.id and environment = ${environmentOf(address)} and ${"preview" in address}))), 16) as version
    ${brandAt(address)}`);
  return found ?? null;
}

/** Whether a host is a reseller's verified domain. */
export const isStorefrontHost = async (host: string, db?: Transaction): Promise<boolean> =>
  (await storefrontVersion({ domain: host }, db)) !== null;
