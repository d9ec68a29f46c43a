"use client";
import { CircleCheck, CircleX } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { counted } from "#components/ui/counted.ts";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Took } from "./took.tsx";

type DeliveryRecord = Outputs["webhooks"]["delivery"];
type Attempt = DeliveryRecord["attempts"][number];

/** The delivery's life, the newest first: each attempt with what was sent and what came back. */
export function Attempts({ delivery }: { delivery: DeliveryRecord }) {
  const { attempts, attemptCount, nextAttemptAt } = delivery;
  const gone = attemptCount - attempts.length;
  return (
    <Card title="Attempts" lead={attempts.length === 0 ? "None on record yet." : undefined}>
      <ol className="grid gap-4">
        {attempts.toReversed().map((attempt, i) => (
          <li key={attempt.number}>
            <AttemptEntry
              attempt={attempt}
              open={i === 0}
              followed={attempts.at(attempts.length - i)}
              due={nextAttemptAt}
            />
          </li>
        ))}
      </ol>
      {gone > 0 && attempts.length > 0 && (
        <p className="mt-3 text-ink-soft text-xs">{gone} earlier attempts are past their 30 days on record.</p>
      )}
    </Card>
  );
}

type AttemptEntryProps = {
  attempt: Attempt;
  open: boolean;
  /** The attempt after this one. */
  followed?: Attempt;
  /** When the delivery is attempted next. */
  due: Date | null;
};

function AttemptEntry({ attempt, open, followed, due }: AttemptEntryProps) {
  const { number, at, httpStatus, error, durationMs, headers, response } = attempt;
  const Icon = error ? CircleX : CircleCheck;
  const sent = Object.entries(headers)
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2.5 text-[13px]">
      <Icon className={error ? "mt-0.5 size-4 text-bad" : "mt-0.5 size-4 text-good"} aria-hidden />
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">
          Attempt {number}: {httpStatus === null ? "no answer" : `HTTP ${httpStatus}`}
        </span>
        <span className="text-ink-soft">
          <Time at={at} />, <Took ms={durationMs} />
        </span>
      </p>
      <div className="col-start-2 grid gap-2 *:min-w-0">
        {error && <p className="break-words text-bad">{error}</p>}
        {error && <Afterwards attempt={attempt} followed={followed} due={due} />}
        <details open={open}>
          <summary className="cursor-pointer py-1 text-ink-soft text-xs">Headers and answer</summary>
          <div className="mt-2 grid gap-2 *:min-w-0">
            {sent && <CodeBlock label={`Headers of attempt ${number}`}>{sent}</CodeBlock>}
            {response ? (
              <CodeBlock label={`Answer to attempt ${number}`}>{response}</CodeBlock>
            ) : (
              <p className="text-ink-soft text-xs">The answer had no body.</p>
            )}
          </div>
        </details>
      </div>
    </div>
  );
}

/** What came after a failed attempt: the next one, when it is due, or nothing more. */
function Afterwards({ attempt, followed, due }: Omit<AttemptEntryProps, "open">) {
  const text = "text-ink-soft text-xs";
  if (followed)
    return (
      <p className={text}>
        Attempt {followed.number} followed {inWords(followed.at.getTime() - attempt.at.getTime())} later.
      </p>
    );
  if (!due) return <p className={text}>No attempt followed.</p>;
  return (
    <p className={text}>
      Next attempt: <Time at={due} due />
    </p>
  );
}

const UNITS = [
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** "31 seconds", "2 hours" */
function inWords(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? UNITS[2];
  return counted(Math.round(ms / size), unit);
}
