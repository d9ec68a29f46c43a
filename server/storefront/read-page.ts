import { type Language, toLanguage } from "#server/domain/shop/checkout/index.ts";
import { findPage, inLanguage } from "#server/domain/shop/pages/index.ts";
import type { Store } from "./open-store.ts";
import { type LegalPage, legalOf } from "./present-pages.ts";

/** Null where there is no such page, or none that travellers may see yet. The language is that of what is written. */
export async function readPage(
  { view, ctx, brand, isPreview }: Store,
  name: string,
): Promise<{ legal: LegalPage | null; title: string; body: string; language: Language } | null> {
  const page = await findPage(ctx, name);
  if (!page || !(page.isShown || isPreview)) return null;
  const found = inLanguage(page.texts, view.language, toLanguage(brand.locale));
  return found && { legal: legalOf(name), ...found.text, language: found.language };
}
