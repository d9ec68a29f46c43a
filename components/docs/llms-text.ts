import type { Block } from "./guides/guide.ts";
import { GUIDES } from "./guides/index.ts";
import { DOCS_PAGES } from "./pages.ts";

/** The documentation for language models: where everything is, and the guides in full. */
export function llmsText(base: string): string {
  const links = DOCS_PAGES.map(({ title, links }) =>
    [`## ${title}`, "", ...links.map(({ href, label, text }) => `- [${label}](${base}${href}): ${text}`)].join("\n"),
  );
  const guides = GUIDES.map(({ title, lead, sections }) =>
    [
      `# ${title}`,
      lead,
      ...sections.flatMap((section) => [`## ${section.title}`, ...section.blocks.map(toMarkdown)]),
    ].join("\n\n"),
  );
  return `${[
    "# Reseller eSIM Service",
    "> An API for companies that sell travel eSIMs under their own brand: catalogue at the reseller's prices, idempotent and price-protected orders, paid top-ups, a prepaid wallet with a ledger, signed webhooks, and a sandbox that plays everything.",
    `The contract is the OpenAPI 3.1 document at ${base}/api/v1/openapi.json: every operation with its scope, errors and examples, and every webhook event.`,
    ...links,
    ...guides,
  ].join("\n\n")}\n`;
}

function toMarkdown(block: Block): string {
  if (typeof block === "string") return block;
  if ("sample" in block) return `\`\`\`\n${block.sample}\n\`\`\``;
  if ("list" in block) return block.list.map((item) => `- ${item}`).join("\n");
  if ("steps" in block) return block.steps.map((item, i) => `${i + 1}. ${item}`).join("\n");
  return [block.head, block.head.map(() => "---"), ...block.rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
