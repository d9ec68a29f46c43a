import type { Brand } from "#server/domain/reseller/brand/index.ts";
import { type Language, toLanguage } from "#server/domain/shop/checkout/index.ts";
import { inLanguage, LEGAL_PAGES, listPages } from "#server/domain/shop/pages/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";

export type LegalPage = (typeof LEGAL_PAGES)[number];
export type PageLink = {
  /** Null for a page that is called as the reseller calls it. */
  legal: LegalPage | null;
  /** Empty for a legal page that is called as it is called everywhere. */
  title: string;
  language: Language;
  href: string;
};

export const legalOf = (name: string): LegalPage | null => LEGAL_PAGES.find((known) => known === name) ?? null;

type Place = { base: string; language: Language; isPreview: boolean };

/** What the end of every page links to: the reseller's pages, and what it has elsewhere where it has none here. */
export async function readPageLinks(ctx: AccountCtx, brand: Brand, { base, language, isPreview }: Place) {
  const own = toLanguage(brand.locale);
  const pages = (await listPages(ctx)).filter(({ isShown }) => isShown || isPreview);
  const links = pages.flatMap(({ name, titles }): PageLink[] => {
    const found = inLanguage(titles, language, own);
    return found
      ? [{ legal: legalOf(name), title: found.text, language: found.language, href: addressOf(base, language, name) }]
      : [];
  });
  const elsewhere = { terms: brand.termsUrl, privacy: brand.privacyUrl };
  for (const legal of ["terms", "privacy"] as const)
    if (elsewhere[legal] !== null && !links.some((link) => link.legal === legal))
      links.push({ legal, title: "", language, href: elsewhere[legal] });
  return links.toSorted((a, b) => Number(a.legal === null) - Number(b.legal === null));
}

const addressOf = (base: string, language: Language, name: string) =>
  name === "imprint" ? `${base}/${language}/legal` : `${base}/${language}/info/${name}`;
