import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Exchange = Outputs["operator"]["reviews"]["get"]["parts"][number]["evidence"][number];

/** What was said to the supplier and what it answered, oldest first. */
export function Evidence({ evidence }: { evidence: Exchange[] }) {
  if (evidence.length === 0)
    return <EmptyState title="Nothing was sent to the supplier.">No calls are on record.</EmptyState>;
  return (
    <ol className="grid gap-3">
      {evidence.map(({ operation, outcome, request, response, durationMs, at }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was said does not move.
        <li key={i} className="rounded-lg border border-line p-3">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-[13px]">
            <span className="font-medium">{operation}</span>
            <span>
              Outcome: <code className="font-mono text-xs">{outcome}</code>
            </span>
            <span className="text-ink-soft tabular-nums">{durationMs} ms</span>
            <span className="ml-auto text-ink-soft">
              <Time at={at} />
            </span>
          </p>
          <div className="mt-2 grid gap-2 lg:grid-cols-2">
            <CodeBlock label={`Request ${i + 1}, ${operation}`} copy={false}>
              {request || "(empty)"}
            </CodeBlock>
            <CodeBlock label={`Answer ${i + 1}, ${operation}`} copy={false}>
              {response || "(no answer)"}
            </CodeBlock>
          </div>
        </li>
      ))}
    </ol>
  );
}
