import { z } from "zod";
import { changeBrand as change } from "#server/domain/brand/index.ts";
import { operation } from "#server/http/operation.ts";
import { text } from "../fields.ts";
import { ChangedBrand, presentChangedBrand } from "./brand.wire.ts";
import { color, domain, email, locale, orCleared, phone, slug, webUrl } from "./brand-fields.ts";

const Body = z.strictObject({
  brand_name: text(100).optional(),
  logo_url: orCleared(webUrl(["https:"])).optional(),
  favicon_url: orCleared(webUrl(["https:"])).optional(),
  primary_color: color().optional(),
  secondary_color: color().optional(),
  accent_color: color().optional(),
  support_email: email().optional(),
  support_phone: orCleared(phone()).optional(),
  terms_url: orCleared(webUrl(["https:", "http:"])).optional(),
  privacy_url: orCleared(webUrl(["https:", "http:"])).optional(),
  company_legal_name: text(200).optional(),
  custom_domain: orCleared(domain()).optional(),
  portal_slug: slug().optional(),
  locale: locale().optional(),
});

export const changeBrand = operation({
  method: "POST",
  path: "/brand",
  tag: "Brand",
  summary: "Change the brand",
  description:
    "Only the fields that are sent are changed; an empty text clears logo, favicon, phone, terms, privacy and domain. A domain serves nothing until its TXT record is found.",
  access: "brand:manage",
  body: Body,
  data: ChangedBrand,
  errors: ["conflict"],
  handle: async ({ ctx, body }) =>
    presentChangedBrand(
      await change(ctx, {
        name: body.brand_name,
        logoUrl: body.logo_url,
        faviconUrl: body.favicon_url,
        primaryColor: body.primary_color,
        secondaryColor: body.secondary_color,
        accentColor: body.accent_color,
        supportEmail: body.support_email,
        supportPhone: body.support_phone,
        termsUrl: body.terms_url,
        privacyUrl: body.privacy_url,
        companyLegalName: body.company_legal_name,
        customDomain: body.custom_domain,
        portalSlug: body.portal_slug,
        locale: body.locale,
      }),
    ),
});
