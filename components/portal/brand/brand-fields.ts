import type { Outputs } from "#server/trpc/types.ts";

export type BrandRecord = Outputs["brand"]["get"];
export type BrandFields = BrandRecord["published"];

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
  payment_marks: "Ways to pay",
  reviews: "What travellers said",
  hero_title_en: "Headline (en)",
  hero_lead_en: "Line below (en)",
  hero_title_de: "Headline (de)",
  hero_lead_de: "Line below (de)",
  hero_title_fr: "Headline (fr)",
  hero_lead_fr: "Line below (fr)",
  hero_title_es: "Headline (es)",
  hero_lead_es: "Line below (es)",
  hero_title_tr: "Headline (tr)",
  hero_lead_tr: "Line below (tr)",
  support_hours_en: "Support hours (en)",
  support_hours_de: "Support hours (de)",
  support_hours_fr: "Support hours (fr)",
  support_hours_es: "Support hours (es)",
  support_hours_tr: "Support hours (tr)",
};

export const NAMES = Object.keys(LABELS) as (keyof BrandFields)[];

/** Those that differ, as the second has them. */
export const changesOf = (from: BrandFields, to: BrandFields): Partial<BrandFields> =>
  Object.fromEntries(NAMES.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]]));

/** Equal for equal fields. */
export const textOf = (fields: BrandFields): string => JSON.stringify(NAMES.map((name) => fields[name]));
