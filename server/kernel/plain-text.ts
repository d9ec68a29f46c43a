import { fail } from "./errors.ts";

/** What ends a line or steers a terminal, and halves of characters that no database keeps. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Texts that people write in several lines; all others are one. */
const PARAGRAPHS = new Set(["text", "note", "reason", "giftMessage"]);
const BREAKS = /\r\n|[\n\t]/g;

/**
 * Turn the direction in which text is read, also of what stands after it: a name could say what it does not. Languages that
 * are read from the right need none of them.
 */
export const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const PLAIN = "must be one line of text without control characters";
/** No declared input is nested deeper; what is gets refused by its schema. */
const DEEPEST = 12;
/** No declared input has as many; they are counted before anything is made of them. */
const MOST_PARTS = 20_000;

type Name = string | number;
type Path = Name[];
type IsFine = (text: string, name?: Name) => boolean;

/**
 * Every text from outside passes here once, at the edge that it came in by, whatever it is for: names and addresses end up
 * in mail headers, file names and logs, where a line of theirs must not become one of ours. A refusal names the field.
 */
export function requirePlainText(given: unknown, whole: string): void {
  requireAll(given, whole, isPlain, PLAIN);
}

/**
 * The same for what people type into the portal. The API leaves the direction of texts to its callers, as its contract does.
 *
 * @param paragraphs names of fields that are written in several lines here, beside those that are everywhere
 */
export function requireTypedText(given: unknown, whole: string, paragraphs: readonly string[] = []): void {
  const named = (name?: Name): Name | undefined => (paragraphs.includes(String(name)) ? "text" : name);
  requireAll(given, whole, (text, name) => isPlain(text, named(name)), PLAIN);
  requireAll(
    given,
    whole,
    (text, name) => isStraight(text, named(name)),
    "must be text without hidden marks that turn its direction; type it anew",
  );
}

function requireAll(given: unknown, whole: string, isFine: IsFine, words: string): void {
  const left = { parts: MOST_PARTS };
  const path = findOther(given, isFine, [], left);
  if (left.parts < 0)
    fail("validation_error", `${whole} has more than ${MOST_PARTS.toLocaleString("en")} parts.`, { field: whole });
  if (path === null) return;
  const field = path.join(".") || whole;
  fail("validation_error", `${field} ${words}.`, { field });
}

/** Where the first text is that is not fine; null also when there are too many parts to tell. */
function findOther(value: unknown, isFine: IsFine, path: Path, left: { parts: number }): Path | null {
  if (--left.parts < 0) return null;
  if (typeof value === "string") return isFine(value, path.at(-1)) ? null : path;
  if (typeof value !== "object" || value === null || path.length > DEEPEST) return null;
  for (const name of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const found = findOther((value as Record<Name, unknown>)[name], isFine, [...path, name], left);
    if (found || left.parts < 0) return found;
  }
  return null;
}

const isParagraph = (name?: Name): boolean => typeof name === "string" && PARAGRAPHS.has(name);

export function isPlain(text: string, name?: Name): boolean {
  const lines = isParagraph(name) ? text.replace(BREAKS, " ") : text;
  return lines.isWellFormed() && !CONTROL.test(lines);
}

/** What is written in several lines stands alone where it is shown. */
const isStraight: IsFine = (text, name) => isParagraph(name) || text.search(TURNING) < 0;
