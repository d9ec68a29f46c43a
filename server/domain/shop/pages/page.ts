import { fail } from "#server/kernel/errors.ts";
import { LANGUAGES, type Language } from "#server/kernel/languages.ts";

/** Pages that every country knows, so that a shop knows what to call them and where to link to them. */
export const LEGAL_PAGES = ["imprint", "terms", "privacy", "withdrawal"] as const;

/** What a page says, as Markdown, in the languages that it has. */
export type PageTexts = Partial<Record<Language, { title: string; body: string }>>;

const MOST = { name: 40, title: 80, body: 40_000 };
/**
 * Whoever makes a page of Markdown looks at each mark of a block with every other one, and at each line with all that it stands
 * in: forty thousand characters of marks alone take minutes, in which the process answers nobody. No text for people comes near.
 */
const MOST_INTRICATE = { lines: 2_600, nested: 6_000, pairsOfMarks: 1_000_000 };

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
    if (isTooIntricate(body))
      fail(
        "validation_error",
        "The text has too many marks in one paragraph, lists within lists, or lines. Leave some out, or make two pages of it.",
        field("body"),
      );
    if (title === "" && !isLegal(name))
      fail("validation_error", "Enter what the page is called in this language.", field("title"));
    texts[language] = { title, body };
  }
  return Object.keys(texts).length > 0
    ? texts
    : fail("validation_error", "Write the page in one language at least.", { field: "body_en" });
}

/** Whether a text has so many marks, lists in lists or lines that making a page of it would hold up everybody else. */
export function isTooIntricate(body: string): boolean {
  const lines = body.split("\n");
  let [nested, pairs, marks] = [0, 0, 0];
  for (const line of lines) {
    nested += depthOf(line) ** 2;
    // A block ends where nothing stands, and where an item of a list begins.
    if (/^(?:\s*| {0,3}[-+*] +\S.*)$/.test(line)) {
      pairs += marks ** 2;
      marks = 0;
    }
    marks += line.match(/[*_[]/g)?.length ?? 0;
  }
  const most = MOST_INTRICATE;
  return lines.length > most.lines || nested > most.nested || pairs + marks ** 2 > most.pairsOfMarks;
}

/** In how many quotations and lists a line stands, as it begins. */
function depthOf(line: string): number {
  const [begins = ""] = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*/.exec(line) ?? [];
  const [spaces = ""] = /^[ \t]*/.exec(begins) ?? [];
  return (begins.match(/>|[-+*]|\d+[.)]/g)?.length ?? 0) + Math.floor(spaces.replaceAll("\t", "    ").length / 4);
}

export const requireName = (name: string): void => {
  if (!isPageName(name))
    fail("validation_error", "An address has 1 to 40 characters of a-z, 0-9 and hyphens between them.", {
      field: "name",
    });
};
