import { createTranslator } from "use-intl/core";
import type { PageLink } from "#server/storefront/index.ts";
import de from "./messages/de.json";
import en from "./messages/en.json";
import es from "./messages/es.json";
import fr from "./messages/fr.json";
import tr from "./messages/tr.json";

const MESSAGES: Record<string, typeof en> = { en, de, fr, es, tr };

/** How each language calls itself, and which way it is written. */
export const LANGUAGE_NAMES: Record<string, { name: string; dir: "ltr" | "rtl" }> = {
  en: { name: "English", dir: "ltr" },
  de: { name: "Deutsch", dir: "ltr" },
  fr: { name: "Français", dir: "ltr" },
  es: { name: "Español", dir: "ltr" },
  tr: { name: "Türkçe", dir: "ltr" },
};

export type Translate = (key: keyof typeof en, values?: Record<string, string | number>) => string;

/** The words of a language. Used where pages are made; what the browser needs of them is handed over as text. */
export function translator(language: string): Translate {
  const translate = createTranslator({ locale: language, messages: MESSAGES[language] ?? en });
  return translate as unknown as Translate;
}

/** What the reseller calls its page, else what such pages are called. */
export const pageTitle = ({ legal, title }: Pick<PageLink, "legal" | "title">, t: Translate): string =>
  title || t(legal === null || legal === "imprint" ? "legal" : legal);
