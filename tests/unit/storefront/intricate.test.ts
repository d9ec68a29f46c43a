import { expect, test } from "vitest";
import { isTooIntricate } from "#server/domain/shop/pages/page.ts";

// Each of these took the process that makes the page half a minute and more, in which it answered nobody; the last three half a second,
// as often as somebody asked for another of a shop's pages.

const MOST = 40_000;
const full = (piece: string) => piece.repeat(MOST / piece.length);

test.each([
  ...[">", "> ", "1. ", "> - ", "*a_", "_a**", "**a", "[a][b] "].map(full),
  `${"*".repeat(MOST / 2 - 1)}a${"*".repeat(MOST / 2)}`,
  `${"[".repeat(MOST / 2)}${"]".repeat(MOST / 2)}`,
  full(`${"1. ".repeat(8)}a\n`),
  full("> - 1. > - 1. > - aaaa\n"),
  full("[a]: b\n"),
  full("-\n"),
  // Lines that look like items and go on with the paragraph above them.
  `a\n${"    - *a_ *a_ *a_\n".repeat(1_500)}`,
  `a\n${"2. *a_ *a_ *a_ *a_\n".repeat(1_500)}`,
  Array.from({ length: 190 }, (_, i) => `${" ".repeat(2 * i)}- a`).join("\n"),
  `${"- ".repeat(70)}a\n${"b\n".repeat(3_900)}`,
  `> a\n${"b\n".repeat(3_900)}`,
  "a\n=\n".repeat(1_950),
])("%# is no text for people", (body) => {
  expect(isTooIntricate(body)).toBe(true);
});

test.each([
  `## Terms\n\nThe *seller* sells **eSIMs** and [says so](https://a.example).\n\n1. one **thing**\n   - another *thing*\n     - a third\n\n> said\n\n`.repeat(
    250,
  ),
  "- **Name**: what [it](https://a.example) is *for*\n".repeat(750),
  `${"word ".repeat(16)}\n`.repeat(490),
  `${"word ".repeat(200)}\n\n---\n\n`.repeat(39),
  "    code, as it is typed\n".repeat(1_500),
  `${"-".repeat(70)}\n\n`.repeat(500),
  "x".repeat(MOST),
])("%# is one", (body) => {
  expect(isTooIntricate(body)).toBe(false);
});
