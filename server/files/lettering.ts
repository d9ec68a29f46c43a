import { join } from "node:path";
import * as fontkit from "fontkit";
import { processSingleton } from "#server/kernel/process-singleton.ts";

const MODULES = join(process.cwd(), "node_modules");

/** The fonts of paper and pictures, as PDFs embed them. They write Latin and Cyrillic. */
export const FONTS = {
  text: join(MODULES, "geist/dist/fonts/geist-sans/Geist-Regular.ttf"),
  strong: join(MODULES, "geist/dist/fonts/geist-sans/Geist-SemiBold.ttf"),
  code: join(MODULES, "geist/dist/fonts/geist-mono/GeistMono-Regular.ttf"),
};
export type FontName = keyof typeof FONTS;

/** What writes the letters of other scripts. There is none for Chinese, Japanese and Korean: 74 MB for one language of them. */
const OTHERS = [
  { script: /\p{Script=Greek}/u, weights: weightsOf("@fontsource/manrope/files/manrope-greek") },
  { script: /\p{Script=Arabic}/u, weights: weightsOf("@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic") },
];

function weightsOf(name: string): Record<FontName, string> {
  const file = (weight: number) => join(MODULES, `${name}-${weight}-normal.woff`);
  return { text: file(400), strong: file(600), code: file(400) };
}

const RIGHT_TO_LEFT = /(?=\p{Script=Arabic})\p{L}/u;
const MIRRORED: Record<string, string> = { "(": ")", ")": "(", "[": "]", "]": "[", "«": "»", "»": "«" };

/** Letters of one font that are read in one direction. */
type Run = { text: string; file: string; isRightToLeft: boolean };

function open(file: string): fontkit.Font {
  const opened = processSingleton("fonts", () => new Map<string, fontkit.Font>());
  const font = opened.get(file) ?? (fontkit.openSync(file) as fontkit.Font);
  opened.set(file, font);
  return font;
}

const writes = (file: string, letter: string): boolean => open(file).hasGlyphForCodePoint(letter.codePointAt(0)!);

/** What writes a letter: the font of its script, else that of the word before a comma or bracket, else any that has it. */
function fontOf(letter: string, name: FontName, last: Run | undefined): string | undefined {
  const own = OTHERS.find(({ script }) => script.test(letter))?.weights[name];
  const before = last && !/[\p{L}\p{N}]/u.test(letter) ? [last.file] : [];
  const tried = own ? [own] : [...before, FONTS[name], ...OTHERS.map(({ weights }) => weights[name])];
  return tried.find((file) => writes(file, letter));
}

export type Direction = "ltr" | "rtl";

/** A word with the signs within it and those of a number before it, such as `12.50`, `−1` or `SM-DP+`; else one sign or space. */
const PARTS = /(?:[+−-](?=\p{N}))?[\p{L}\p{N}\p{M}]+(?:[^\s\p{L}\p{N}\p{M}]+[\p{L}\p{N}\p{M}]+)*[+%]*|./gsu;

/** In the order in which they stand from left to right; null when a letter is in no font and would be a box. */
function runsOf(text: string, name: FontName, direction?: Direction): Run[] | null {
  const isMixed = RIGHT_TO_LEFT.test(text);
  const runs: Run[] = [];
  for (const part of isMixed ? text.match(PARTS)! : [text]) {
    let last: Run | undefined;
    for (const letter of part) {
      const file = fontOf(letter, name, last ?? runs.at(-1));
      if (!file) return null;
      const isSign = !/[\p{L}\p{N}]/u.test(letter);
      const isRightToLeft = RIGHT_TO_LEFT.test(letter) || (isSign && last?.isRightToLeft === true);
      if (last?.file === file && last.isRightToLeft === isRightToLeft) last.text += letter;
      else {
        last = { text: letter, file, isRightToLeft };
        runs.push(last);
      }
    }
  }
  const first = runs.find(isStrong);
  return isMixed ? inSight(runs, direction ?? (first?.isRightToLeft ? "rtl" : "ltr")) : runs;
}

const isStrong = ({ text }: Run) => /[\p{L}\p{N}]/u.test(text);

/**
 * Words of the other direction keep their own order among each other, with what stands between them. Numbers alone do so across spaces
 * (`+49 40 1234`): what signs part (`2026 · 1`) is read one after the other. Brackets open to where is read.
 */
function inSight(runs: Run[], from: Direction): Run[] {
  const isOther = (run: Run) => isStrong(run) && run.isRightToLeft !== (from === "rtl");
  const groups: Run[][] = [];
  for (let i = 0; i < runs.length; i++) {
    let end = i;
    if (isOther(runs[i]!))
      for (let next = i + 1; next < runs.length && (isOther(runs[next]!) || !isStrong(runs[next]!)); next++) {
        if (!/\p{L}/u.test(runs[i]!.text) && !isStrong(runs[next]!) && runs[next]!.text.trim() !== "") break;
        if (isOther(runs[next]!)) end = next;
      }
    groups.push(runs.slice(i, end + 1));
    i = end;
  }
  const turn = (run: Run): Run =>
    isStrong(run) ? run : { ...run, text: run.text.replace(/./gsu, (sign) => MIRRORED[sign] ?? sign) };
  return from === "rtl"
    ? groups.reverse().flatMap((group) => (isOther(group[0]!) ? group : group.map(turn)))
    : groups.flatMap((group) => (isOther(group[0]!) ? group.toReversed().map(turn) : group));
}

/** No letter of it would be a box. */
export const isWritable = (text: string): boolean => runsOf(text, "text") !== null;

/** An embedded font writes it by itself. */
export const isInFont = (text: string, name: FontName): boolean =>
  runsOf(text, name)?.every(({ file }) => file === FONTS[name]) ?? false;

const COMMANDS: Record<fontkit.PathCommand["command"], string> = {
  moveTo: "M",
  lineTo: "L",
  quadraticCurveTo: "Q",
  bezierCurveTo: "C",
  closePath: "Z",
};

/** `path`: as SVG and PDF draw it, from the left end of the line on which the letters stand. */
export type Outline = { path: string; width: number };

function layOut(text: string, name: FontName, size: number, direction?: Direction) {
  const runs =
    runsOf(text, name, direction) ??
    runsOf(
      text.replace(/./gsu, (one) => (isWritable(one) ? one : "?")),
      name,
      direction,
    ) ??
    [];
  return runs.map(({ text: letters, file, isRightToLeft }) => {
    const font = open(file);
    const laid = font.layout(letters, [], undefined, undefined, isRightToLeft ? "rtl" : "ltr");
    return { laid, scale: size / font.unitsPerEm };
  });
}

export const widthOf = (text: string, name: FontName, size: number): number =>
  layOut(text, name, size).reduce((width, { laid, scale }) => width + laid.advanceWidth * scale, 0);

/**
 * The letters as they are drawn, without a font. A letter that no font has is a question mark.
 *
 * @param direction of the line; without it that of its first word
 */
export function outline(text: string, name: FontName, size: number, direction?: Direction): Outline {
  let path = "";
  let width = 0;
  for (const { laid, scale } of layOut(text, name, size, direction))
    for (const [i, glyph] of laid.glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = laid.positions[i]!;
      const place = (value: number, k: number) =>
        k % 2 === 0 ? width + (xOffset + value) * scale : -(yOffset + value) * scale;
      for (const { command, args } of glyph.path.commands)
        path += COMMANDS[command] + args.map((value, k) => place(value, k).toFixed(2)).join(" ");
      width += xAdvance * scale;
    }
  return { path, width };
}

/** Broken between words, and within one that is wider than the line. */
export function linesOf(text: string, font: FontName, size: number, width: number): string[] {
  const fits = (line: string) => widthOf(line, font, size) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return [...lines, line];
}
