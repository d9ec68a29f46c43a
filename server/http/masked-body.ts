import { storable } from "#server/kernel/storable.ts";
import { HIDDEN, SECRET_NAME, withoutSecrets } from "./masked-text.ts";

/** Characters of a body that the request log keeps. */
const KEPT = 2_000;
/** Levels that are looked into: a body may be nested deeper than the stack. */
const DEEPEST = 20;

const WEB_ADDRESS = /^https?:\/\//i;
const CREDENTIALS = /^(https?:\/\/)[^/?#]*@/i;

/**
 * A body as the request log keeps it: bounded, without what opens something or names a person. Fields are hidden by their
 * name, e-mail addresses to their domain, web addresses to what stands before the query.
 */
export function maskedBody(sent: unknown): string | null {
  if (typeof sent !== "object" || sent === null || Object.keys(sent).length === 0) return null;
  const text = JSON.stringify(masked(sent, 0));
  return text.length > KEPT ? `${text.slice(0, KEPT).toWellFormed()} …` : text;
}

function masked(value: unknown, depth: number): unknown {
  if (typeof value === "string") return maskedText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEPEST) return "…";
  if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      maskedText(name),
      SECRET_NAME.test(name) && item !== null ? HIDDEN : masked(item, depth + 1),
    ]),
  );
}

function maskedText(value: string): string {
  const text = storable(value);
  if (WEB_ADDRESS.test(text)) return text.replace(CREDENTIALS, "$1").replace(/[?#].*$/s, `?${HIDDEN}`);
  return withoutSecrets(text);
}
