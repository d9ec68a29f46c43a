import { type AuditAct, recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { withNames } from "#server/domain/reseller/names/index.ts";
import { claimPicture, hashOfPath } from "#server/domain/reseller/pictures/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { type Brand, type BrandChange, RESERVED_SLUGS } from "./brand.ts";
import { BRAND_COLUMNS, getBrand } from "./get-brand.ts";
import { keepVersion } from "./versions.ts";

/**
 * Changes the fields that are given; where none is, nothing, and the test brand goes on showing the live one. A domain that is
 * new to the brand has to be proved: the table's trigger sees to it.
 */
export async function changeBrand(ctx: AccountCtx, change: BrandChange): Promise<Brand> {
  requirePermission(ctx, "brand:manage");
  if (Object.values(change).every((value) => value === undefined)) return await getBrand(ctx);
  return await withSlug(ctx, change.portalSlug, () =>
    oneAtATime(ctx, (tx) => publish(tx, ctx, change, "brand.change")),
  );
}

/** What publishes a slug, after it was seen to that no other cell has it. */
export async function withSlug<T>(ctx: AccountCtx, slug: string | undefined, work: () => Promise<T>): Promise<T> {
  requirePermission(ctx, "brand:manage");
  if (slug === undefined || slug === (await getBrand(ctx)).portalSlug) return await work();
  // It would be kept for this account, in vain.
  const [others] = await ctx.db.query(
    sql`select account_id from shop_slugs where slug = ${slug} and account_id <> ${ctx.account.id} limit 1`,
  );
  if (others) refuseSlug(slug);
  return await withNames(ctx, [{ kind: "slug", name: slug, ...taken(slug), holder: ctx.account.id }], work);
}

const taken = (slug: string) => ({
  taken: `The portal_slug "${slug}" belongs to another account. Choose another.`,
  field: "portal_slug",
});

function refuseSlug(slug: string): never {
  const { taken: why, field } = taken(slug);
  return fail("conflict", why, { field });
}

/** Of two who change a brand, its draft or both at once the second builds on the first. */
export async function oneAtATime<T>(ctx: AccountCtx, work: (tx: Transaction) => Promise<T>): Promise<T> {
  requirePermission(ctx, "brand:manage");
  return await ctx.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`brand-of:${ctx.account.id}:${ctx.environment}`}))`);
    return await work(tx);
  });
}

/** Refuses what a brand cannot have, whether it is published or kept in a draft. */
export async function requireUsable(tx: Transaction, ctx: AccountCtx, change: BrandChange): Promise<void> {
  if (change.portalSlug !== undefined && RESERVED_SLUGS.includes(change.portalSlug))
    fail("validation_error", `portal_slug "${change.portalSlug}" is reserved. Choose another.`, {
      field: "portal_slug",
    });
  const pictures = {
    logo_url: change.logoUrl,
    favicon_url: change.faviconUrl,
    hero_picture: change.shop?.hero_picture,
  };
  for (const [field, path] of Object.entries(pictures))
    if (path && hashOfPath(path) && !(await claimPicture(tx, ctx.account.id, path, ctx.clock.now())))
      fail("validation_error", "This picture is not stored here any more. Upload it again.", { field });
}

export async function publish(tx: Transaction, ctx: AccountCtx, change: BrandChange, act: AuditAct): Promise<Brand> {
  await requireUsable(tx, ctx, change);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const before = await getBrand(ctx, tx);
  const brand: Brand = { ...before, ...given, ...tenant(ctx), shop: withoutEmpty({ ...before.shop, ...change.shop }) };
  await recordAudit(tx, ctx, {
    act,
    accountId: ctx.account.id,
    subject: ctx.environment,
    details: { fields: [...Object.keys(given).filter((name) => name !== "shop"), ...Object.keys(change.shop ?? {})] },
  });
  if (brand.customDomain !== before.customDomain)
    await raiseSecurityNotification(tx, ctx, {
      accountId: ctx.account.id,
      environment: ctx.environment,
      kind: "domain.changed",
      subject: brand.customDomain ?? "none",
      text: `The storefront's domain was changed from ${before.customDomain ?? "none"} to ${brand.customDomain ?? "none"}.`,
    });
  const published = await write(tx, brand, ctx.clock.now());
  await keepVersion(tx, ctx, before, published);
  return published;
}

const withoutEmpty = (shop: Brand["shop"]): Brand["shop"] =>
  Object.fromEntries(Object.entries(shop).filter(([, text]) => text !== ""));

async function write(tx: Transaction, brand: Brand, now: Date): Promise<Brand> {
  try {
    return one(
      await tx.query<Brand>(sql`
        insert into brands (account_id, environment, name, logo_url, favicon_url, primary_color, secondary_color, accent_color, support_email,
          support_phone, terms_url, privacy_url, company_legal_name, custom_domain, domain_token, portal_slug, locale, shop, updated_at)
        values (${brand.accountId}, ${brand.environment}, ${brand.name}, ${brand.logoUrl}, ${brand.faviconUrl}, ${brand.primaryColor},
          ${brand.secondaryColor}, ${brand.accentColor}, ${brand.supportEmail}, ${brand.supportPhone}, ${brand.termsUrl}, ${brand.privacyUrl},
          ${brand.companyLegalName}, ${brand.customDomain}, new_domain_token(), ${brand.portalSlug},
          ${brand.locale}, ${storableJson(brand.shop)}::jsonb, ${now})
        on conflict (account_id, environment) do update set
          name = excluded.name, logo_url = excluded.logo_url, favicon_url = excluded.favicon_url, primary_color = excluded.primary_color,
          secondary_color = excluded.secondary_color, accent_color = excluded.accent_color, support_email = excluded.support_email,
          support_phone = excluded.support_phone, terms_url = excluded.terms_url, privacy_url = excluded.privacy_url,
          company_legal_name = excluded.company_legal_name, custom_domain = excluded.custom_domain,
          portal_slug = excluded.portal_slug, locale = excluded.locale, shop = excluded.shop, updated_at = excluded.updated_at
        returning ${BRAND_COLUMNS}`),
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "brands_environment_portal_slug_key") throw error;
    return refuseSlug(brand.portalSlug);
  }
}
