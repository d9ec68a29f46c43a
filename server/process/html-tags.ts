/** A tag that begins an element, with its attributes as they are written; the name in small letters. */
export type Tag = { name: string; attributes: Record<string, string> };

type Edit = {
  /** Whether the element stays. */
  keeps(tag: Tag): boolean;
  /** Attributes that no tag keeps. */
  without?: string[];
};

/** Elements whose content is text to a browser, whatever stands in it. */
const RAW = new Set(["script", "style", "textarea", "title"]);

/**
 * A document without some of its elements. Those that go are without elements of their own: void, or with text in them. It is
 * read as browsers read it, tag by tag, and what stays is left as it was.
 */
export function editHtml(html: string, { keeps, without = [] }: Edit): string {
  let kept = "";
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    if (open < 0) return kept + html.slice(at);
    kept += html.slice(at, open);
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      at = end < 0 ? html.length : end + 3;
      kept += html.slice(open, at);
      continue;
    }
    if (!isLetter(html.charCodeAt(open + 1))) {
      kept += "<";
      at = open + 1;
      continue;
    }
    const { tag, end, parts } = readTag(html, open);
    const over = RAW.has(tag.name) ? endOfRaw(html, tag.name, end) : end;
    if (keeps(tag))
      kept +=
        parts
          .filter(({ name }) => !without.includes(name))
          .map(({ text }) => text)
          .join("") + html.slice(end, over);
    at = over;
  }
  return kept;
}

type Part = { name: string; text: string };

/** The tag as it is written: its name, each attribute with the space before it, and what closes it. */
function readTag(html: string, open: number): { tag: Tag; end: number; parts: Part[] } {
  let at = open + 1;
  while (at < html.length && !isSpace(html[at]!) && html[at] !== ">" && html[at] !== "/") at++;
  const name = html.slice(open + 1, at).toLowerCase();
  const parts: Part[] = [{ name: "", text: html.slice(open, at) }];
  const attributes: Record<string, string> = {};
  for (;;) {
    const from = at;
    while (at < html.length && (isSpace(html[at]!) || html[at] === "/")) at++;
    if (at >= html.length || html[at] === ">") {
      parts.push({ name: "", text: html.slice(from, at + 1) });
      return { tag: { name, attributes }, end: Math.min(at + 1, html.length), parts };
    }
    const begin = at;
    while (at < html.length && !isSpace(html[at]!) && !"=>/".includes(html[at]!)) at++;
    const attribute = html.slice(begin, at).toLowerCase();
    let value = "";
    if (html[at] === "=") {
      const quote = html[at + 1];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, at + 2);
        const end = close < 0 ? html.length : close;
        value = html.slice(at + 2, end);
        at = end + 1;
      } else {
        const start = ++at;
        while (at < html.length && !isSpace(html[at]!) && html[at] !== ">") at++;
        value = html.slice(start, at);
      }
    } else if (at === begin) at++;
    attributes[attribute] = value;
    parts.push({ name: attribute, text: html.slice(from, at) });
  }
}

/** Behind the tag that ends the element. */
function endOfRaw(html: string, name: string, from: number): number {
  for (let at = html.indexOf("</", from); at >= 0; at = html.indexOf("</", at + 2)) {
    const behind = at + 2 + name.length;
    if (html.slice(at + 2, behind).toLowerCase() !== name) continue;
    const close = html.indexOf(">", behind);
    return close < 0 ? html.length : close + 1;
  }
  return html.length;
}

const isSpace = (character: string): boolean => " \n\t\r\f".includes(character);
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
