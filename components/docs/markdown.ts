import type { Block, DocPage } from "./guides/guide.ts";

/** A page as Markdown. */
export const pageMarkdown = ({ title, lead, sections }: Omit<DocPage, "path">): string =>
  [
    `# ${title}`,
    lead,
    ...sections.flatMap((section) => [`## ${section.title}`, ...section.blocks.map(blockMarkdown)]),
  ].join("\n\n");

export function blockMarkdown(block: Block): string {
  if (typeof block === "string") return block;
  if ("sample" in block) return `\`\`\`\n${block.sample}\n\`\`\``;
  if ("list" in block) return block.list.map((item) => `- ${item}`).join("\n");
  if ("steps" in block) return block.steps.map((item, i) => `${i + 1}. ${item}`).join("\n");
  if ("fold" in block) return [`### ${block.fold}`, ...block.blocks.map(blockMarkdown)].join("\n\n");
  const inCell = (cell: string) => cell.replaceAll("|", "\\|");
  return [block.head, block.head.map(() => "---"), ...block.rows]
    .map((cells) => `| ${cells.map(inCell).join(" | ")} |`)
    .join("\n");
}
