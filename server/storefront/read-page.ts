import { type Language, toLanguage } from "#server/domain/shop/checkout/index.ts";
import { findPage, inLanguage, isTooIntricate } from "#server/domain/shop/pages/index.ts";
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
  if (!found) return null;
  const { title, body } = found.text;
  return { legal: legalOf(name), title, body: isTooIntricate(body) ? asTyped(body) : body, language: found.language };
}

/** What was kept before there was a limit is shown as it was typed, in which nothing is looked for. */
function asTyped(body: string): string {
  const longest = Math.max(0, ...Array.from(body.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}\n${body}\n${fence}`;
}
