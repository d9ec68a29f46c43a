import { LANGUAGES, type Language } from "#server/kernel/languages.ts";
import type { Outputs } from "#server/trpc/types.ts";

export type BrandRecord = Outputs["brand"]["get"];
export type BrandFields = BrandRecord["published"];

/** Said once in each language of the shop. */
export type LanguageField = `${"hero_title" | "hero_lead" | "support_hours"}_${Language}`;

const LANGUAGE_LABELS = Object.fromEntries(
  Object.entries({ hero_title: "Headline", hero_lead: "Line below", support_hours: "Support hours" }).flatMap(
    ([name, label]) => LANGUAGES.map((language) => [`${name}_${language}`, `${label} (${language})`]),
  ),
) as Record<LanguageField, string>;

export const LANGUAGE_FIELDS = Object.keys(LANGUAGE_LABELS) as LanguageField[];

/** In the order of the form. */
export const LABELS: Record<keyof BrandFields, string> = {
  brand_name: "Brand name",
  logo_url: "Logo",
  favicon_url: "Favicon",
  primary_color: "Primary",
  secondary_color: "Secondary",
  accent_color: "Accent",
  support_email: "Support e-mail",
  support_phone: "Support phone",
  terms_url: "Terms",
  privacy_url: "Privacy",
  company_legal_name: "Legal name",
  portal_slug: "Slug",
  locale: "Language",
  font: "Typeface",
  hero_picture: "Picture behind it",
  currencies: "Currencies",
  currency_rounding: "Rounding",
  payment_marks: "Ways to pay",
  reviews: "What travellers said",
  ...LANGUAGE_LABELS,
};

export const NAMES = Object.keys(LABELS) as (keyof BrandFields)[];

/** Those that differ, as the second has them. */
export const changesOf = (from: BrandFields, to: BrandFields): Partial<BrandFields> =>
  Object.fromEntries(NAMES.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]));

/** Equal for equal fields. */
export const textOf = (fields: BrandFields): string => JSON.stringify(NAMES.map((name) => fields[name]));
