const LETTERS: Record<string, string> = { ı: "i", ß: "ss", ø: "o", ł: "l", æ: "ae", œ: "oe", đ: "d", ð: "d", þ: "th" };
const UMLAUTS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue" };

/** Case and diacritics do not count in a search: `Köln`, `KOLN` and `koln` are one. */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ıßøłæœđðþ]/g, (letter) => LETTERS[letter]!);

/** As it is typed on a keyboard without umlauts: `Koeln`. */
export const foldUmlauts = (text: string): string =>
  fold(
    text
      .normalize("NFC")
      .toLowerCase()
      .replace(/[äöü]/g, (letter) => UMLAUTS[letter]!),
  );

/** Words of a folded text; an apostrophe parts none (`Côte d’Ivoire` is found by `cote divoire` and `ivoire`). */
export const wordsOf = (folded: string): string[] =>
  folded
    .replace(/['’`]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
