import Link from "next/link";
import type { ReactNode } from "react";

/** `[words](/address)` and `code`; nothing else of Markdown stands within a line. */
function line(text: string): ReactNode[] {
  return text.split(/(\[[^\]]+\]\([^)\s]+\)|`[^`]+`)/).map((part, i) => {
    const link = /^\[([^\]]+)\]\((\/[^)\s]*)\)$/.exec(part);
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text do not move.
    if (link)
      return (
        <Link key={i} href={link[2]!} prefetch={false} className="text-accent underline">
          {link[1]}
        </Link>
      );
    if (part.startsWith("`"))
      return (
        <code key={i} className="break-words rounded bg-sunken px-1 font-mono text-xs">
          {part.slice(1, -1)}
        </code>
      );
    return part;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
  });
}

/** A runbook, the terms: headings, paragraphs and lists. */
export function TextBlocks({ text }: { text: string }) {
  const blocks = text.trim().split(/\n{2,}/);
  return (
    <article className="grid max-w-prose gap-3 [overflow-wrap:anywhere] text-sm leading-relaxed">
      {/* biome-ignore-start lint/suspicious/noArrayIndexKey: the blocks of a text do not move, and may say the same twice. */}
      {blocks.map((block, i) => {
        if (block.startsWith("## "))
          return (
            <h2 key={i} className="mt-3 font-semibold text-base">
              {block.slice(3)}
            </h2>
          );
        if (/^(\d+\.|-) /.test(block)) {
          const items = block.split(/\n(?=(?:\d+\.|-) )/).map((item) => item.replace(/^(\d+\.|-) /, ""));
          const List = block.startsWith("-") ? "ul" : "ol";
          return (
            <List key={i} className={List === "ul" ? "grid list-disc gap-2 pl-5" : "grid list-decimal gap-2 pl-5"}>
              {items.map((item, n) => (
                <li key={n}>{line(item)}</li>
              ))}
            </List>
          );
        }
        return <p key={i}>{line(block)}</p>;
      })}
      {/* biome-ignore-end lint/suspicious/noArrayIndexKey: see above */}
    </article>
  );
}
