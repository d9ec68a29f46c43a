import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Exchange = Outputs["operator"]["reviews"]["get"]["parts"][number]["evidence"][number];

/** What was asked and got the same answer belongs together, in the order in which it was first said. */
function grouped(evidence: Exchange[]): Exchange[][] {
  const keyOf = ({ operation, outcome, response }: Exchange) => JSON.stringify([operation, outcome, response]);
  return [...Map.groupBy(evidence, keyOf).values()];
}

/** What was said to the supplier and what it answered: one line for each question and answer, which opens to their words. */
export function Evidence({ evidence }: { evidence: Exchange[] }) {
  if (evidence.length === 0)
    return <EmptyState title="Nothing was sent to the supplier.">No calls are on record.</EmptyState>;
  return (
    <ol className="grid grid-cols-1 gap-2">
      {grouped(evidence).map((group, i) => (
        <li key={`${group[0]!.operation} ${group[0]!.at.toISOString()}`}>
          <Group group={group} number={i + 1} />
        </li>
      ))}
    </ol>
  );
}

function Group({ group, number }: { group: Exchange[]; number: number }) {
  const [first] = group;
  const last = group.at(-1)!;
  const { operation, outcome } = first!;
  const slowest = Math.max(...group.map(({ durationMs }) => durationMs));
  return (
    <details className="group rounded-lg border border-line">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 p-3 text-[13px] hover:bg-sunken/50">
        <span className="font-medium">{operation}</span>
        <code className="font-mono text-xs">{outcome}</code>
        {group.length > 1 && <span className="tabular-nums">{group.length} times</span>}
        <span className="text-ink-soft tabular-nums">
          {group.length > 1 && "up to "}
          {slowest} ms
        </span>
        <span className="ml-auto text-ink-soft">
          {group.length > 1 && (
            <>
              <Time at={first!.at} /> to{" "}
            </>
          )}
          <Time at={last.at} />
        </span>
      </summary>
      <div className="grid grid-cols-1 gap-2 border-line border-t p-3 lg:grid-cols-2">
        <CodeBlock label={`Request ${number}, ${operation}`} copy={false}>
          {last.request || "(empty)"}
        </CodeBlock>
        <CodeBlock label={`Answer ${number}, ${operation}`} copy={false}>
          {last.response || "(no answer)"}
        </CodeBlock>
      </div>
    </details>
  );
}
