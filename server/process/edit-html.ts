import { Parser } from "htmlparser2";

/** A tag that begins an element; names in small letters. */
export type Tag = { name: string; attributes: Record<string, string> };

type Edit = {
  /** Whether the element stays. */
  keeps(tag: Tag): boolean;
  /** Attributes that no tag keeps. */
  without: string[];
};

/**
 * A document without some of its elements and attributes; what stays is left as it was written. Elements that go are without
 * elements of their own: void, or with text in them.
 */
export function editHtml(html: string, { keeps, without }: Edit): string {
  let kept = "";
  let at = 0;
  const cut = (from: number, to: number) => {
    kept += html.slice(at, from);
    at = to;
  };
  let attributesToCut: [from: number, to: number][] = [];
  let leaving: number | undefined;
  const parser = new Parser({
    onopentagname() {
      attributesToCut = [];
    },
    onattribute(name) {
      // With the space before it.
      if (without.includes(name)) attributesToCut.push([parser.startIndex - 1, parser.endIndex]);
    },
    onopentag(name, attributes) {
      if (!keeps({ name, attributes })) leaving = parser.startIndex;
      else for (const [from, to] of attributesToCut) cut(from, to);
    },
    onclosetag() {
      // A tag that ends an element may have spaces in it.
      if (leaving !== undefined) cut(leaving, html.indexOf(">", parser.endIndex) + 1 || html.length);
      leaving = undefined;
    },
  });
  parser.end(html);
  return kept + html.slice(at);
}
