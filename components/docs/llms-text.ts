import type { DocPage } from "./guides/guide.ts";
import { GUIDES } from "./guides/index.ts";
import { pageMarkdown } from "./markdown.ts";
import { DOCS_PAGES } from "./pages.ts";

/** The documentation for language models: where everything is, and the guides in full. */
export const llmsText = (base: string): string =>
  whole(base, [
    `Every page of it is Markdown too, under its address with \`.md\` (${base}/docs/quickstart.md for the first); all of them together are ${base}/llms-full.txt.`,
    ...linksOf(base),
    ...GUIDES.map(pageMarkdown),
  ]);

/** Every page in full, the reference included. */
export const llmsFullText = (base: string, pages: readonly DocPage[]): string =>
  whole(
    base,
    pages.map((page) => `${pageMarkdown(page)}\n\nSource: ${base}${page.path}`),
  );

const whole = (base: string, parts: string[]): string =>
  `${[
    "# Reseller eSIM Service",
    "> An API for companies that sell travel eSIMs under their own brand: catalogue at the reseller's prices, idempotent and price-protected orders, paid top-ups, a prepaid wallet with a ledger, signed webhooks, and a sandbox that plays everything.",
    `The contract is the OpenAPI 3.1 document at ${base}/api/v1/openapi.json: every operation with its scope, errors and examples, and every webhook event.`,
    ...parts,
  ].join("\n\n")}\n`;

const linksOf = (base: string): string[] =>
  DOCS_PAGES.map(({ title, links }) =>
    [`## ${title}`, "", ...links.map(({ href, label, text }) => `- [${label}](${base}${href}): ${text}`)].join("\n"),
  );
