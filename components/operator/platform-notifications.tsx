import { Card } from "#components/ui/card.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

/** What the platform noticed lately, whether it still holds or not. */
export function PlatformNotifications({ notices }: { notices: Outputs["operator"]["notices"] }) {
  if (notices.length === 0) return null;
  return (
    <Card title="Latest notifications" lead="Newest first. Some may be resolved already.">
      <ul className="grid gap-3 text-[13px]">
        {notices.map(({ id, text, createdAt }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
            <span className="min-w-0 flex-1 basis-64 break-words">
              <Sentence>{text}</Sentence>
            </span>
            <span className="shrink-0 text-ink-soft text-xs">
              <Time at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
