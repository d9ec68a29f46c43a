import { z } from "zod";
import {
  type Brand,
  changeBrand,
  getBrand,
  parseBrandFields,
  shopsOrigin,
} from "#server/domain/reseller/brand/index.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { confirmedStaffProcedure, router, staffProcedure } from "../trpc.ts";

/** Field by field under the names of the API, empty where there is nothing. */
const presentBrand = (brand: Brand, environment: string) => ({
  /** The test environment shows the live brand until it has one of its own. */
  own: brand.environment === environment,
  drawnLogo: `${env().shopsUrl ?? ""}/brands/${brand.environment}/${brand.portalSlug}/logo.svg`,
  host: new URL(shopsOrigin()).host,
  updatedAt: brand.updatedAt,
  domain:
    brand.customDomain === null
      ? null
      : {
          name: brand.customDomain,
          record: { name: `_svc-verify.${brand.customDomain}`, value: brand.domainToken },
          traffic: new URL(shopsOrigin()).hostname,
          verifiedAt: brand.domainVerifiedAt,
        },
  fields: {
    brand_name: brand.name,
    company_legal_name: brand.companyLegalName,
    logo_url: brand.logoUrl ?? "",
    favicon_url: brand.faviconUrl ?? "",
    primary_color: brand.primaryColor,
    secondary_color: brand.secondaryColor,
    accent_color: brand.accentColor,
    support_email: brand.supportEmail,
    support_phone: brand.supportPhone ?? "",
    terms_url: brand.termsUrl ?? "",
    privacy_url: brand.privacyUrl ?? "",
    portal_slug: brand.portalSlug,
    locale: brand.locale,
  },
});

export const brandRouter = router({
  get: staffProcedure.query(async ({ ctx }) => presentBrand(await getBrand(ctx), ctx.environment)),
  /** Only what is given is changed: two people who change different fields do not undo each other. */
  change: staffProcedure.input(z.record(z.string().max(40), z.string().max(2_500))).mutation(async ({ ctx, input }) => {
    if ("custom_domain" in input)
      fail("validation_error", "The domain is changed on its own, on the brand's page.", { field: "custom_domain" });
    return presentBrand(await changeBrand(ctx, parseBrandFields(input)), ctx.environment);
  }),
  /** Its own question: a domain leads travellers, and their money, somewhere else. */
  setDomain: confirmedStaffProcedure("brand:manage")
    .input(z.object({ custom_domain: z.string().max(300) }))
    .mutation(async ({ ctx, input }) => presentBrand(await changeBrand(ctx, parseBrandFields(input)), ctx.environment)),
});
