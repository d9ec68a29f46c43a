import { LANGUAGE_FACTS } from "#server/kernel/languages.ts";
import { type Translate, translator } from "#server/kernel/words.ts";
import type { PageLink } from "#server/storefront/index.ts";

/** Words are used where pages are made; what the browser needs of them is handed over as text. */
export { LANGUAGE_FACTS, type Translate, translator };

/** What the reseller calls its page, else what such pages are called. */
export const pageTitle = ({ legal, title }: Pick<PageLink, "legal" | "title">, t: Translate): string =>
  title || t(legal === null || legal === "imprint" ? "legal" : legal);
