import { z } from "zod";
import { type Brand as BrandRecord, pictureAddress, shopsOrigin } from "#server/domain/reseller/brand/index.ts";
import { address, emailAddress } from "../fields.ts";

const color = () =>
  z
    .string()
    .regex(/^#[0-9A-F]{6}$/)
    .meta({ description: "#RRGGBB", example: "#0F5C63" });

const manifest = {
  name: z.string(),
  logo_url: address().meta({ description: "Yours, or a picture that we draw from name and colour" }),
  favicon_url: address().nullable(),
  colors: z.strictObject({ primary: color(), secondary: color(), accent: color() }),
  support: z.strictObject({ email: emailAddress(), phone: z.string().nullable() }),
  legal: z.strictObject({ terms_url: address().nullable(), privacy_url: address().nullable() }),
  custom_domain: z.string().nullable(),
  domain_verified: z.boolean(),
  locale: z.string().meta({ description: "BCP 47", example: "de-CH" }),
};

export const Brand = z.strictObject(manifest).meta({ id: "Brand" });

export const ChangedBrand = z
  .strictObject({ ...manifest, company_legal_name: z.string(), portal_slug: z.string() })
  .meta({ id: "ChangedBrand" });

export const presentBrand = (brand: BrandRecord): z.input<typeof Brand> => ({
  name: brand.name,
  logo_url: brand.logoUrl
    ? pictureAddress(brand.logoUrl)
    : `${shopsOrigin()}/brands/${brand.environment}/${brand.portalSlug}/logo.svg`,
  favicon_url: brand.faviconUrl && pictureAddress(brand.faviconUrl),
  colors: { primary: brand.primaryColor, secondary: brand.secondaryColor, accent: brand.accentColor },
  support: { email: brand.supportEmail, phone: brand.supportPhone },
  legal: { terms_url: brand.termsUrl, privacy_url: brand.privacyUrl },
  custom_domain: brand.customDomain,
  domain_verified: brand.domainVerifiedAt !== null,
  locale: brand.locale,
});

export const presentChangedBrand = (brand: BrandRecord): z.input<typeof ChangedBrand> => ({
  ...presentBrand(brand),
  company_legal_name: brand.companyLegalName,
  portal_slug: brand.portalSlug,
});
