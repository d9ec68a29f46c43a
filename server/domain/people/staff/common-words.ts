import { createHash } from "node:crypto";
import { COMMON_WORDS } from "./common-word-list.ts";

/** Of two words that are put together each has at least as many letters. */
const SHORTEST = 4;
const LOOKS_LIKE: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Whether a password is what people make of a word that is too short: one or two of the most used ones, with figures and
 * signs before, between or behind them, or in place of letters. Figures with a letter or two are none better.
 */
export function isMadeOfCommonWords(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  if (core.length < SHORTEST && /^\w{1,15}$/.test(text)) return true;
  const spelled = core.replace(/[0134578@$!]/g, (sign) => LOOKS_LIKE[sign]!);
  return [core, spelled].some((word) => isMade(word.replace(/[^\p{L}]/gu, "")));
}

function isMade(letters: string): boolean {
  if (letters.length < SHORTEST) return false;
  if (isWord(letters)) return true;
  for (let i = SHORTEST; i <= letters.length - SHORTEST; i++)
    if (isWord(letters.slice(0, i)) && isWord(letters.slice(i))) return true;
  return false;
}

const isWord = (word: string): boolean =>
  COMMON_WORDS.has(createHash("sha256").update(word).digest("base64url").slice(0, 6));
