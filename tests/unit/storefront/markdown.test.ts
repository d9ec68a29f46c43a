import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "#components/storefront/markdown.tsx";

// What a reseller wrote is a page, and never a script on travellers' phones.

const html = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text })).replaceAll(/ class="[^"]*"/g, "");

test.each([
  [
    "# One\n\nText with **much** and *little*.",
    "<h2>One</h2><p>Text with <strong>much</strong> and <em>little</em>.</p>",
  ],
  ["- a\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
  ["3. a", '<ol start="3"><li><p>a</p></li></ol>'],
  ["[us](https://a.example/?a=1&b=2)", '<p><a href="https://a.example/?a=1&amp;b=2" rel="noreferrer">us</a></p>'],
  ["[us][1]\n\n[1]: https://a.example", '<p><a href="https://a.example" rel="noreferrer">us</a></p>'],
  ["<https://a.example> <mailto:a@b.example>", null],
  ["> said", "<blockquote><p>said</p></blockquote>"],
  ["one  \ntwo\n\n---", "<p>one<br/>two</p><hr/>"],
])("%j is a page", (text, expected) => {
  if (expected) expect(html(text)).toContain(expected);
  else expect(html(text).match(/<a /g)).toHaveLength(2);
});

const HOSTILE = [
  "<script>alert(1)</script>",
  "text <img src=x onerror=alert(1)> text",
  "<iframe src=https://evil.example></iframe>\nmore",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](vbscript:x) [y][1]\n\n[1]: javascript:alert(1)",
  "[x](//evil.example)",
  '![x" onerror="alert(1)](https://evil.example/x.png)',
  "<javascript:alert(1)>",
  '[x](https://a.example "onmouseover=\\"alert(1)")',
];

test.each(HOSTILE)("%j does nothing", (text) => expectHarmless(html(text)));

test("nor does anything else that is typed, and none of it fails", () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      ...HOSTILE,
      "[",
      "](",
      ")",
      "<",
      ">",
      "`",
      "```\n",
      "> ",
      "\n\n",
      "- ",
      "1. ",
      "#",
      "![",
      "&#",
      "\\",
      "\t",
      "*",
      "_",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectHarmless(html(pieces.join("")))),
    { numRuns: 300 },
  );
});

/** Only the elements that are meant, with the attributes that are meant. */
function expectHarmless(made: string): void {
  const rest = made
    .replaceAll(/<a href="(https?:\/\/|mailto:|tel:)[^"<>]*" rel="noreferrer">/gi, "")
    .replaceAll(/<ol start="\d+">/g, "")
    .replaceAll(/<\/?(div|p|h[2-6]|ol|ul|li|strong|em|a|blockquote|code|pre)>|<(br|hr)\/>/g, "");
  expect(rest).not.toMatch(/[<>]/);
}
