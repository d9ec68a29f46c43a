import { domainToASCII } from "node:url";
import { z } from "zod";
import { hashOfPath } from "#server/domain/reseller/pictures/index.ts";
import { isEmail } from "#server/kernel/email.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Brand, BrandChange } from "./brand.ts";
import { shopsOrigin } from "./own-host.ts";
import { givenShopTexts, SHOP_FIELDS, type ShopTexts, shopTexts } from "./shop-fields.ts";

const text = (max: number) => z.string().min(1, "must not be empty").max(max, `must have at most ${max} characters`);

/** An empty text clears the field. */
const orCleared = (field: z.ZodType<string, string>) => z.union([z.literal("").transform(() => null), field]);

const color = () =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "must be #RRGGBB")
    .transform((value) => value.toUpperCase())
    .meta({ description: "#RRGGBB", example: "#0F5C63" });

/** What RFC 3986 lets an address be made of. */
const URI = /^(?:[\w.~!$&'()*+,;=:@/?#[\]-]|%[0-9a-f]{2})+$/i;

/**
 * An address on the web, without credentials; null for anything else, and for what the parser would mend (blanks, missing
 * slashes). Letters of other alphabets come to be stored as browsers send them.
 */
function readWebUrl(value: string, protocols: ("https:" | "http:")[]): string | null {
  const url = /^https?:\/\/[^\s\\/][^\s\\]*$/i.test(value) ? URL.parse(value) : null;
  if (url === null || !(protocols as string[]).includes(url.protocol) || url.username || url.password) return null;
  return [value, url.href].find((address) => URI.test(address)) ?? null;
}

const webUrl = () =>
  text(2_000)
    .refine((value) => readWebUrl(value, ["https:", "http:"]) !== null, "must be a web address")
    .transform((value) => readWebUrl(value, ["https:", "http:"])!)
    .meta({ pattern: "^https?://[^\\s\\\\/][^\\s\\\\]*$" });

/** Elsewhere, or of a picture that is stored here: by its path, or by the address that the manifest gives it. */
const pictureUrl = () =>
  text(2_000)
    .refine((value) => toPictureUrl(value) !== null, "must be an HTTPS address")
    .transform((value) => toPictureUrl(value)!)
    .meta({ pattern: "^(https://[^\\s\\\\/][^\\s\\\\]*|/pictures/[0-9a-f]{64}\\.png)$" });

const toPictureUrl = (value: string): string | null => storedPath(value) ?? readWebUrl(value, ["https:"]);

function storedPath(value: string): string | null {
  const path = value.startsWith(`${shopsOrigin()}/`) ? value.slice(shopsOrigin().length) : value;
  return hashOfPath(path) === null || !path.endsWith(".png") ? null : path;
}

const email = () =>
  text(254).refine(isEmail, "must be an e-mail address").meta({ example: "help@shop.example.com", format: "email" });

const phone = () =>
  text(40)
    .regex(/^\+?[0-9][0-9 ().\-/]{3,}$/, "must be a telephone number")
    .meta({ example: "+41 44 000 00 00" });

const slug = () =>
  z
    .string()
    .regex(/^[a-z0-9-]{3,40}$/, "must have 3 to 40 characters of a-z, 0-9 and -")
    .meta({ example: "sunny-travel" });

/** A host name of at least two labels, kept in its ASCII form. Nothing is cut off to make it one. */
const domain = () =>
  text(253)
    .refine((value) => isDomain(toHostName(value)), "must be a domain name such as esim.example.com")
    .transform(toHostName)
    .meta({ example: "esim.example.com", pattern: "^[^\\s/:@]+\\.[^\\s/:@]+$" });

/** Empty for what holds anything but a name: node:url would take `example.com/x` for `example.com`. */
const toHostName = (value: string): string => (/^[\p{L}\p{M}\p{N}.-]+$/u.test(value) ? domainToASCII(value) : "");

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

function isDomain(host: string): boolean {
  const labels = host.split(".");
  return (
    labels.length >= 2 &&
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!)
  );
}

/** BCP 47, in its canonical form. */
const locale = () =>
  text(35)
    .refine((value) => canonicalLocale(value) !== null, "must be a BCP 47 language tag such as en or de-CH")
    .transform((value) => canonicalLocale(value)!)
    .meta({ example: "de-CH", pattern: "^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$" });

function canonicalLocale(value: string): string | null {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? null;
  } catch {
    return null;
  }
}

/** What may be sent to change a brand by the API; an empty text clears a field that can be empty. */
export const BrandFields = z.strictObject({
  brand_name: text(100).optional(),
  logo_url: orCleared(pictureUrl()).optional(),
  favicon_url: orCleared(pictureUrl()).optional(),
  primary_color: color().optional(),
  secondary_color: color().optional(),
  accent_color: color().optional(),
  support_email: email().optional(),
  support_phone: orCleared(phone()).optional(),
  terms_url: orCleared(webUrl()).optional(),
  privacy_url: orCleared(webUrl()).optional(),
  company_legal_name: text(200).optional(),
  custom_domain: orCleared(domain()).optional(),
  portal_slug: slug().optional(),
  locale: locale().optional(),
});

/** What is published, kept as a draft and returned to: everything but the domain, which is a matter of its own. */
export type BrandTexts = Record<Exclude<keyof z.input<typeof BrandFields>, "custom_domain">, string> & ShopTexts;

/** By the portal: what only the shop shows as well. */
const PortalFields = z.strictObject({ ...BrandFields.shape, ...SHOP_FIELDS });

/** A brand field by field, as a form has it: empty where there is nothing. */
export const textsOf = (brand: Brand): BrandTexts => ({
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
  ...shopTexts(brand.shop),
});

/** Those that one has and the other has not, or has otherwise. */
export const changedTexts = (from: Partial<BrandTexts>, to: Partial<BrandTexts>): Partial<BrandTexts> =>
  Object.fromEntries(Object.entries(to).filter(([name, text]) => from[name as keyof BrandTexts] !== text));

export const toBrandChange = (fields: z.output<typeof BrandFields>): BrandChange => ({
  name: fields.brand_name,
  logoUrl: fields.logo_url,
  faviconUrl: fields.favicon_url,
  primaryColor: fields.primary_color,
  secondaryColor: fields.secondary_color,
  accentColor: fields.accent_color,
  supportEmail: fields.support_email,
  supportPhone: fields.support_phone,
  termsUrl: fields.terms_url,
  privacyUrl: fields.privacy_url,
  companyLegalName: fields.company_legal_name,
  customDomain: fields.custom_domain,
  portalSlug: fields.portal_slug,
  locale: fields.locale,
});

/** Fields as a form has them; the first that is wrong is named, with a sentence for people. */
export function parseBrandFields(given: Record<string, string>): BrandChange {
  const parsed = PortalFields.safeParse(given);
  if (parsed.success) return { ...toBrandChange(parsed.data), shop: givenShopTexts(parsed.data) };
  const issue = parsed.error.issues[0]!;
  // Of a field that may also be cleared: what is wrong with it as a value.
  const { message } = (issue.code === "invalid_union" ? issue.errors.at(-1)?.[0] : undefined) ?? issue;
  const field = String(issue.path[0] ?? "brand_name");
  return fail("validation_error", `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, { field });
}
