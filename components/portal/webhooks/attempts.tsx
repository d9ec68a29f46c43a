"use client";
import { CircleCheck, CircleX } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { inMs } from "./endpoint-status.ts";

type DeliveryRecord = Outputs["webhooks"]["delivery"];
type Attempt = DeliveryRecord["attempts"][number];

/** The delivery's life, the newest first: each attempt with what was sent and what came back. */
export function Attempts({ delivery }: { delivery: DeliveryRecord }) {
  const { attempts, attemptCount } = delivery;
  const gone = attemptCount - attempts.length;
  return (
    <Card title="Attempts" lead={attempts.length === 0 ? "None on record yet." : undefined}>
      <ol className="grid gap-4">
        {attempts.toReversed().map((attempt, i) => (
          <li key={attempt.number}>
            <AttemptEntry attempt={attempt} open={i === 0} />
          </li>
        ))}
      </ol>
      {gone > 0 && attempts.length > 0 && (
        <p className="mt-3 text-ink-soft text-xs">{gone} earlier attempts are past their 30 days on record.</p>
      )}
    </Card>
  );
}

function AttemptEntry({ attempt, open }: { attempt: Attempt; open: boolean }) {
  const { number, at, httpStatus, error, durationMs, headers, response, nextAttemptAt } = attempt;
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
          <Time at={at} />, {inMs(durationMs)}
        </span>
      </p>
      <div className="col-start-2 grid gap-2 *:min-w-0">
        {error && <p className="break-words text-bad">{error}</p>}
        {nextAttemptAt && (
          <p className="text-ink-soft text-xs">
            Next attempt <Time at={nextAttemptAt} />
          </p>
        )}
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
