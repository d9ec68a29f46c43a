import { Badge } from "#components/ui/badge.tsx";
import { Count } from "#components/ui/count.tsx";
import { Time } from "#components/ui/time.tsx";
import { type IncidentDetail, STATES } from "./words.ts";

/** What was said, newest first, with who wrote it: the public reads the words alone. */
export function Timeline({ updates }: { updates: IncidentDetail["timeline"] }) {
  return (
    <ol className="grid grid-cols-1 gap-4">
      {updates.map(({ number, state, text, writtenBy, at, mailed }) => (
        <li key={number} className="grid grid-cols-1 gap-1 border-line border-l-2 pl-3 text-[13px]">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
            <Time at={at} />
          </p>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          <p className="text-ink-soft text-xs [overflow-wrap:anywhere]">
            {writtenBy}
            {mailed > 0 && (
              <>
                , mailed to <Count n={mailed} /> {mailed === 1 ? "account" : "accounts"}
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
