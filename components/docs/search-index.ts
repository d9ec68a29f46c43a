import { anchorOf } from "./anchor.ts";
import type { DocPage } from "./guides/guide.ts";
import { blockMarkdown } from "./markdown.ts";

/** A section that can be found. */
export type Found = { page: string; title: string; href: string; text: string };

/** Longer texts are found by their beginning. */
const MOST = 1_200;

/** Everything that the search of the documentation looks through, one entry for each section. */
export const searchIndex = (pages: readonly DocPage[]): Found[] =>
  pages.flatMap(({ path, title, lead, sections }) => [
    { page: title, title, href: path, text: lead },
    ...sections.map((section) => ({
      page: title,
      title: section.title,
      href: `${path}#${section.id ?? anchorOf(section.title)}`,
      text: section.blocks
        .map(blockMarkdown)
        .join(" ")
        .replace(/[`|]|---/g, "")
        .replace(/\s+/g, " ")
        .slice(0, MOST),
    })),
  ]);
