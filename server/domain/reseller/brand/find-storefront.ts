import type { Environment } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import type { Brand } from "./brand.ts";
import { BRAND_COLUMNS } from "./get-brand.ts";

/** Which storefront a page is of: by slug in either environment, or by a verified domain. */
export type StorefrontAddress = { slug: string; environment: Environment } | { domain: string };

export type Storefront = { brand: Brand; accountCode: string };

/** Closed accounts and environments have no storefront. */
export async function findStorefront(db: Transaction, address: StorefrontAddress): Promise<Storefront | null> {
  const environment = environmentOf(address);
  const [found] = await db.query<Brand & { accountCode: string }>(
    sql`select ${BRAND_COLUMNS}, a.code as account_code ${brandAt(address)}`,
  );
  if (!found) return null;
  const { accountCode, ...brand } = found;
  return { brand: { ...brand, environment }, accountCode };
}

export const environmentOf = (address: StorefrontAddress): Environment =>
  "domain" in address ? "live" : address.environment;

/** The brand `b` and its account `a`, one row or none. */
export function brandAt(address: StorefrontAddress): Sql {
  const environment = environmentOf(address);
  const which =
    "domain" in address
      ? sql`b.custom_domain = ${address.domain} and b.domain_verified_at is not null and b.environment = 'live'`
      : sql`b.portal_slug = ${address.slug} and b.environment in ('live', ${environment})`;
  return sql`
    from brands b join accounts a on a.id = b.account_id
     where ${which} and a.status = 'active' and case ${environment} when 'live' then a.live_enabled else a.test_enabled end
     order by b.environment = ${environment} desc limit 1`;
}
