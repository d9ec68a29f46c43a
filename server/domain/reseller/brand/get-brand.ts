import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Brand } from "./brand.ts";

export const BRAND_COLUMNS: Sql = sql`
  account_id, environment, name, logo_url, favicon_url, primary_color,
  secondary_color, accent_color, support_email, support_phone,
  terms_url, privacy_url, company_legal_name, custom_domain,
  domain_token, domain_verified_at, domain_checked_at,
  domain_fault, portal_slug, locale, shop, updated_at`;

/** The brand of the environment; the test environment shows the live one until it has one of its own. */
export async function getBrand(ctx: AccountCtx, db: Transaction = ctx.db): Promise<Brand> {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  return one(
    await db.query<Brand>(sql`
      select ${BRAND_COLUMNS} from brands where account_id = ${accountId} and environment in ('live', ${environment})
       order by environment = ${environment} desc limit 1`),
  );
}

/** For pages that anyone may see. */
export async function findBrandBySlug(db: Transaction, environment: string, slug: string): Promise<Brand | null> {
  const [brand] = await db.query<Brand>(sql`
    select ${BRAND_COLUMNS} from brands b where ${isCalled(slug, environment)}
     order by ${calledNow(slug)} desc, environment = ${environment} desc limit 1`);
  return brand ?? null;
}

/** Brands `b` of the environment, and of live, that have this slug or had it before: links that were given out lead there. */
export const isCalled = (slug: string, environment: string): Sql => sql`
  (b.account_id, b.environment) in (
    select account_id, environment from shop_slugs where slug = ${slug} and environment in ('live', ${environment}))`;

/** Goes before what was called so once. */
export const calledNow = (slug: string): Sql => sql`(b.portal_slug = ${slug})`;
