import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Brand } from "./brand.ts";

export const BRAND_COLUMNS: Sql = sql`
  account_id as "accountId", environment, name, logo_url as "logoUrl", favicon_url as "faviconUrl", primary_color as "primaryColor",
  secondary_color as "secondaryColor", accent_color as "accentColor", support_email as "supportEmail", support_phone as "supportPhone",
  terms_url as "termsUrl", privacy_url as "privacyUrl", company_legal_name as "companyLegalName", custom_domain as "customDomain",
  domain_token as "domainToken", domain_verified_at as "domainVerifiedAt", domain_checked_at as "domainCheckedAt",
  domain_fault as "domainFault", portal_slug as "portalSlug", locale, updated_at as "updatedAt"`;

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
  const brands = await db.prisma.brand.findMany({
    where: { portalSlug: slug, environment: { in: ["live", environment] } },
  });
  return (brands.find((brand) => brand.environment === environment) ?? brands[0] ?? null) as Brand | null;
}
