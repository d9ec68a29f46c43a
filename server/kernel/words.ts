import { createTranslator } from "use-intl/core";
import { WORDS } from "#generated/languages/words.ts";
import type { Language } from "./languages.ts";

export type Word = keyof (typeof WORDS)["en"];
export type Translate = (key: Word, values?: Record<string, string | number>) => string;

/** Of a language by its file, as it stands there. */
export const wordIn = (language: Language, key: Word): string => WORDS[language][key];

/** The words of a language, with values and the forms of their numbers filled in. English for a language that has no file. */
export function translator(language: string): Translate {
  const messages = (WORDS as Record<string, (typeof WORDS)["en"]>)[language] ?? WORDS.en;
  return createTranslator({ locale: language, messages }) as unknown as Translate;
}
