import type { Language } from "#server/domain/catalogue/places/index.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { MailTexts } from "./texts.ts";
import { tr } from "./tr.ts";

/** Languages that storefronts are written in. */
const TEXTS: Record<Language, MailTexts> = { en, de, fr, es, tr };

export type { Language };

/** `de-CH` → `de`; English for what we do not speak. */
export function toLanguage(locale: string): Language {
  const language = locale.split("-")[0]!.toLowerCase();
  return language in TEXTS ? (language as Language) : "en";
}

export const textsIn = (language: Language): MailTexts => TEXTS[language];
