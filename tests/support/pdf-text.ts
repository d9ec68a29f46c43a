import { inflateSync } from "node:zlib";

/**
 * The text of each page of a PDF as pdfkit writes them, in its order: glyphs of embedded fonts, which say themselves what they stand for,
 * and of lines that are drawn what the page says that they are.
 */
export async function pdfText(document: AsyncIterable<unknown>): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  const objects = new Map(
    [
      ...Buffer.concat(parts)
        .toString("latin1")
        .matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g),
    ].map(([, id, text]) => [id!, text!]),
  );
  const streamOf = (id: string): string => {
    const [, body = ""] = /stream\n([\s\S]*)\nendstream/.exec(objects.get(id) ?? "") ?? [];
    return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
  };
  const fonts = new Map<string, string[]>();
  const lettersOf = (font: string): string[] => {
    const [, map = ""] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? "") ?? [];
    return [...streamOf(map).matchAll(/\[([^\]]*)\]/g)].flatMap(([, list]) =>
      // A ligature stands for several letters.
      [...list!.matchAll(/<([\da-f ]+)>/g)].map(([, hex]) =>
        String.fromCharCode(...hex!.match(/[\da-f]{4}/g)!.map((unit) => Number.parseInt(unit, 16))),
      ),
    );
  };
  return [...objects.values()]
    .filter((text) => /\/Type \/Page\b/.test(text))
    .map((page) => {
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(page)![1]!)!;
      for (const [, name, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) fonts.set(name!, lettersOf(id!));
      let font: string[] = [];
      const lines: string[] = [];
      for (const [, name, glyphs, actual] of streamOf(/\/Contents (\d+) 0 R/.exec(page)![1]!).matchAll(
        /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/ActualText \(((?:\\.|[^\\)])*)\)/gs,
      ))
        if (actual !== undefined) lines.push(toText(actual));
        else if (name) font = fonts.get(name)!;
        else
          lines.push(
            [...glyphs!.matchAll(/<([\da-f]+)>/g)]
              .flatMap(([, hex]) => hex!.match(/.{4}/g)!.map((glyph) => font[Number.parseInt(glyph, 16)] ?? "?"))
              .join(""),
          );
      return lines.join(" ").replace(/\s+/g, " ");
    });
}

const ESCAPED: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** A string of a PDF: bytes, or UTF-16 with its mark. */
function toText(literal: string): string {
  const bytes = literal.replace(/\\(.)/gs, (_whole, letter: string) => ESCAPED[letter] ?? letter);
  if (!bytes.startsWith("\xfe\xff")) return bytes;
  return Buffer.from(bytes.slice(2), "latin1").swap16().toString("utf16le");
}
