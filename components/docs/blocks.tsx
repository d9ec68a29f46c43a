import { Code } from "./code.tsx";
import type { Block, DocSection } from "./guides/guide.ts";
import { Prose } from "./prose.tsx";
import { Section } from "./section.tsx";
import { Table } from "./table.tsx";

/** The sections of a page, from plain data. */
export function Sections({ sections }: { sections: readonly DocSection[] }) {
  return sections.map(({ title, id, blocks }) => (
    <Section key={title} title={title} {...(id && { id })}>
      <Blocks blocks={blocks} />
    </Section>
  ));
}

/** The contents of a section, from plain data. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) => <BlockView key={JSON.stringify(block).slice(0, 60)} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === "string")
    return (
      <p className="mt-3 max-w-prose">
        <Prose>{block}</Prose>
      </p>
    );
  if ("sample" in block) return <Code label={block.label}>{block.sample}</Code>;
  if ("fold" in block)
    return (
      <details open={block.isOpen} className="mt-3">
        <summary className="min-h-6 cursor-pointer font-semibold">{block.fold}</summary>
        <Blocks blocks={block.blocks} />
      </details>
    );
  if ("head" in block) return <Table head={block.head} rows={block.rows} />;
  const List = "steps" in block ? "ol" : "ul";
  const items = "steps" in block ? block.steps : block.list;
  return (
    <List className={`mt-3 grid max-w-prose gap-1.5 pl-5 ${List === "ol" ? "list-decimal" : "list-disc"}`}>
      {items.map((item) => (
        <li key={item}>
          <Prose>{item}</Prose>
        </li>
      ))}
    </List>
  );
}
