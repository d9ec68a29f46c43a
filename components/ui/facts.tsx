import type { ReactNode } from "react";
import { asCount } from "./as-count.tsx";

/** Names and values, one a line: the right column of a detail page. */
export function Facts({ facts }: { facts: (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-2.5 text-[13px]">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="shrink-0 text-ink-soft">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere] text-right tabular-nums">{asCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
