import type { Environment } from "#server/kernel/context.ts";
import { database, type Queryable, sql } from "#server/kernel/db.ts";
import { once } from "#server/kernel/once.ts";
import { SECOND } from "#server/kernel/time.ts";
import type { Brand } from "./brand.ts";
import { BRAND_COLUMNS } from "./get-brand.ts";

/** Which storefront a page is of: by slug in either environment, or by a verified domain. */
export type StorefrontAddress = { slug: string; environment: Environment } | { domain: string };

export type Storefront = { brand: Brand; accountCode: string };

/** Closed accounts and environments have no storefront. */
export async function findStorefront(db: Queryable, address: StorefrontAddress): Promise<Storefront | null> {
  const environment = "domain" in address ? "live" : address.environment;
  const which =
    "domain" in address
      ? sql`b.custom_domain = ${address.domain} and b.domain_verified_at is not null and b.environment = 'live'`
      : sql`b.portal_slug = ${address.slug} and b.environment in ('live', ${environment})`;
  const [found] = await db.query<Brand & { accountCode: string }>(sql`
    select ${BRAND_COLUMNS}, a.code as "accountCode" from brands b join accounts a on a.id = b.account_id
     where ${which} and a.status = 'active' and case ${environment} when 'live' then a.live_enabled else a.test_enabled end
     order by b.environment = ${environment} desc limit 1`);
  if (!found) return null;
  const { accountCode, ...brand } = found;
  return { brand: { ...brand, environment }, accountCode };
}

const FRESH_FOR = 10 * SECOND;
const MOST_HOSTS = 2_000;

/**
 * Whether a host is a reseller's verified domain. Asked with every page request, so the answer is held for ten seconds,
 * for names that nobody has as well.
 */
export async function isStorefrontHost(host: string, db: Queryable = database()): Promise<boolean> {
  const held = once("storefront-hosts", () => new Map<string, { until: number; verified: Promise<boolean> }>());
  const now = Date.now();
  const known = held.get(host);
  if (known && known.until > now) return known.verified;
  if (held.size >= MOST_HOSTS) held.clear();
  const verified = db
    .query(
      sql`select from brands where custom_domain = ${host} and domain_verified_at is not null and environment = 'live'`,
    )
    .then((rows) => rows.length > 0);
  held.set(host, { until: now + FRESH_FOR, verified });
  verified.catch(() => held.delete(host));
  return verified;
}
