import { LIST } from "#generated/languages/list.ts";

export type Language = keyof typeof LIST;

/** Languages that travellers search and read in: one for each file in `languages`, English first. */
export const LANGUAGES = Object.keys(LIST) as [Language, ...Language[]];

/** The first of those that a browser asks for (`Accept-Language`) that there is. */
export function wantedLanguage(accepted: string | null): Language | undefined {
  const wanted = (accepted ?? "").split(",").map((part) => part.split(";")[0]!.trim().split("-")[0]!.toLowerCase());
  return wanted.flatMap((tag) => LANGUAGES.find((known) => known === tag) ?? [])[0];
}

/** How each language calls itself and is called in English, and which way it is written. */
export const LANGUAGE_FACTS: Record<Language, { name: string; english: string; dir: "ltr" | "rtl" }> = LIST;

/** What the portal calls them. */
export const LANGUAGE_NAMES = Object.fromEntries(
  LANGUAGES.map((language) => [language, LIST[language].english]),
) as Record<Language, string>;
