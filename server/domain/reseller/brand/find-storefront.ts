import type { Environment } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import type { Brand } from "./brand.ts";
import type { BrandTexts } from "./brand-fields.ts";
import { withChanges } from "./draft.ts";
import { BRAND_COLUMNS, calledNow, isCalled } from "./get-brand.ts";
import type { PreviewAddress } from "./preview.ts";

/** Which storefront a page is of: by slug in either environment, also one that it had before, by a verified domain, or as its draft would have it. */
export type StorefrontAddress = { slug: string; environment: Environment } | { domain: string } | PreviewAddress;

export type Storefront = { brand: Brand; accountCode: string };

/** Closed accounts and environments have no storefront. */
export async function findStorefront(db: Transaction, address: StorefrontAddress): Promise<Storefront | null> {
  const environment = environmentOf(address);
  const [found] = await db.query<Brand & { accountCode: string }>(
    sql`select ${BRAND_COLUMNS}, a.code as account_code ${brandAt(address)}`,
  );
  if (!found) return null;
  const { accountCode, ...brand } = found;
  const shown = { ...brand, environment };
  return { brand: "preview" in address ? await withDraft(db, shown) : shown, accountCode };
}

/** All but the slug: whose shop it is does not change with what it would be called. */
async function withDraft(db: Transaction, brand: Brand): Promise<Brand> {
  const { accountId, environment, portalSlug } = brand;
  const draft = await db.prisma.brandDraft.findUnique({
    where: { accountId_environment: { accountId, environment } },
  });
  if (!draft) return brand;
  return { ...withChanges(brand, draft.changes as Partial<BrandTexts>), portalSlug, updatedAt: draft.editedAt };
}

export const environmentOf = (address: StorefrontAddress): Environment =>
  "domain" in address ? "live" : address.environment;

/** The brand `b` and its account `a`, one row or none. */
export function brandAt(address: StorefrontAddress): Sql {
  const environment = environmentOf(address);
  const which =
    "domain" in address
      ? sql`b.custom_domain = ${address.domain} and b.domain_verified_at is not null and b.environment = 'live'`
      : "preview" in address
        ? sql`b.account_id = ${address.accountId} and b.environment in ('live', ${environment})`
        : isCalled(address.slug, environment);
  const first = "slug" in address ? sql`${calledNow(address.slug)} desc,` : sql``;
  return sql`
    from brands b join accounts a on a.id = b.account_id
     where ${which} and a.status = 'active' and case ${environment} when 'live' then a.live_enabled else a.test_enabled end
     order by ${first} b.environment = ${environment} desc limit 1`;
}
