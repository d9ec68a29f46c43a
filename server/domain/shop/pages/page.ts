import { fail } from "#server/kernel/errors.ts";
import { LANGUAGES, type Language } from "#server/kernel/languages.ts";

/** Pages that every country knows, so that a shop knows what to call them and where to link to them. */
export const LEGAL_PAGES = ["imprint", "terms", "privacy", "withdrawal"] as const;

/** What a page says, as Markdown, in the languages that it has. */
export type PageTexts = Partial<Record<Language, { title: string; body: string }>>;

const MOST = { name: 40, title: 80, body: 40_000 };

const isPageName = (name: string): boolean => name.length <= MOST.name && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);

const isLegal = (name: string): boolean => (LEGAL_PAGES as readonly string[]).includes(name);

/** Of what differs by language: in this one, else in the shop's own, else in the first that there is. */
export function inLanguage<Text>(
  texts: Partial<Record<Language, Text>>,
  language: Language,
  own: Language,
): { language: Language; text: Text } | null {
  const found = [language, own, ...LANGUAGES].find((one) => texts[one] !== undefined);
  return found ? { language: found, text: texts[found]! } : null;
}

/** As it is kept: trimmed, without the languages in which nothing is written. Refuses with the field `title_<language>` or `body_<language>`. */
export function readTexts(name: string, given: PageTexts): PageTexts {
  const texts: PageTexts = {};
  for (const language of LANGUAGES) {
    const title = given[language]?.title.trim() ?? "";
    const body = given[language]?.body.replace(/\r\n?/g, "\n").trim() ?? "";
    if (title === "" && body === "") continue;
    const field = (part: "title" | "body") => ({ field: `${part}_${language}` });
    if (title.length > MOST.title || /\p{Cc}/u.test(title))
      fail("validation_error", `A title is one line of at most ${MOST.title} characters.`, field("title"));
    if (body === "") fail("validation_error", "Write the text, or clear the title too.", field("body"));
    if (body.length > MOST.body)
      fail("validation_error", `A text has at most ${MOST.body.toLocaleString("en")} characters.`, field("body"));
    if (title === "" && !isLegal(name))
      fail("validation_error", "Enter what the page is called in this language.", field("title"));
    texts[language] = { title, body };
  }
  return Object.keys(texts).length > 0
    ? texts
    : fail("validation_error", "Write the page in one language at least.", { field: "body_en" });
}

export const requireName = (name: string): void => {
  if (!isPageName(name))
    fail("validation_error", "An address has 1 to 40 characters of a-z, 0-9 and hyphens between them.", {
      field: "name",
    });
};
