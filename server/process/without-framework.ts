import { editHtml, type Tag } from "./edit-html.ts";

const NOTHING = `<!DOCTYPE html><html lang="en" style="color-scheme:light dark"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>404</title></head><body style="font:18px/1.6 system-ui,sans-serif;text-align:center;margin:20vh 1rem"><main><h1>404</h1><p>There is no such page.</p></main></body></html>`;

/**
 * The page as a document: our own scripts and blocks of data stay; the framework's, what they read, and their preloads go
 * (decision 16), nonces too. So does the preload of the portal's monospaced font, which Next puts on every page for its own
 * not-found page's sake.
 */
export function withoutFramework(html: string): { html: string; missing: boolean } {
  let [failed, missing] = [false, false];
  // In the head come the preloads of a typeface that a shop with another one has no use for.
  const ownFont = /<html[^>]* data-font="(?!geist")/.test(html.slice(0, 20_000));
  const document = editHtml(html, {
    keeps(tag) {
      // What Next left for its scripts to fill: there is no such storefront, or it does not speak the language.
      failed ||= tag.name === "html" && tag.attributes.id === "__next_error__";
      missing ||= "data-missing" in tag.attributes;
      return !isFrameworks(tag) && !(ownFont && tag.name === "link" && tag.attributes.as === "font");
    },
    without: ["nonce"],
  });
  return failed ? { html: NOTHING, missing: true } : { html: document, missing };
}

function isFrameworks({ name, attributes: { src, type, as, href = "" } }: Tag): boolean {
  if (name === "script") return src === undefined ? !type?.endsWith("json") : src.startsWith("/_next/");
  return name === "link" && (as === "script" || (as === "font" && href.includes("/GeistMono")));
}
