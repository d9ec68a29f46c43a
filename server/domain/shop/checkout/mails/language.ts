import type { Language } from "#server/domain/catalogue/places/index.ts";
import { LANGUAGES } from "#server/kernel/languages.ts";
import { translator } from "#server/kernel/words.ts";
import { type MailTexts, mailTexts } from "./texts.ts";

export type { Language };

/** `de-CH` → `de`; English for what we do not speak. */
export function toLanguage(locale: string): Language {
  const language = locale.split("-")[0]!.toLowerCase();
  return LANGUAGES.find((known) => known === language) ?? "en";
}

const texts = new Map<Language, MailTexts>();

export function textsIn(language: Language): MailTexts {
  const known = texts.get(language) ?? mailTexts(translator(language));
  texts.set(language, known);
  return known;
}
