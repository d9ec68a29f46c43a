import { fail } from "./errors.ts";

/** What ends a line or steers a terminal, and halves of characters that no database keeps. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** Texts that people write in several lines; all others are one. */
const PARAGRAPHS = new Set(["text", "note", "reason", "giftMessage"]);
const BREAKS = /\r\n|[\n\t]/g;

/** No declared input is nested deeper; what is gets refused by its schema. */
const DEEPEST = 12;

type Path = (string | number)[];

/**
 * Every text from outside passes here once, at the edge that it came in by, whatever it is for: names and addresses end up
 * in mail headers, file names and logs, where a line of theirs must not become one of ours. A refusal names the field.
 */
export function requirePlainText(given: unknown, whole: string): void {
  const path = findControl(given, []);
  if (path === null) return;
  const field = path.join(".") || whole;
  fail("validation_error", `${field} must be one line of text without control characters.`, { field });
}

function findControl(value: unknown, path: Path): Path | null {
  if (typeof value === "string") return isPlain(value, path.at(-1)) ? null : path;
  if (typeof value !== "object" || value === null || path.length > DEEPEST) return null;
  for (const [name, part] of Object.entries(value)) {
    const found = findControl(part, [...path, Array.isArray(value) ? Number(name) : name]);
    if (found) return found;
  }
  return null;
}

export function isPlain(text: string, name?: string | number): boolean {
  const lines = typeof name === "string" && PARAGRAPHS.has(name) ? text.replace(BREAKS, " ") : text;
  return lines.isWellFormed() && !CONTROL.test(lines);
}
