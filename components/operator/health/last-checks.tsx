import { Badge } from "#components/ui/badge.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Check = Outputs["operator"]["health"]["get"]["checks"][number];
type LastChecksProps = { checks: Check[]; names: Partial<Record<Check["check"], string>> };

/** When each of these was checked whole last; red when a night was missed. */
export function LastChecks({ checks, names }: LastChecksProps) {
  return (
    <ul className="mb-3 grid gap-1 text-sm">
      {checks.map(({ check, wholeAt, isLate }) => {
        const name = names[check];
        if (!name) return null;
        return (
          <li key={check} className="flex flex-wrap items-center gap-2">
            {name}:{" "}
            {wholeAt ? (
              <>
                last checked whole <Time at={wholeAt} />
              </>
            ) : (
              "never checked whole"
            )}
            {isLate && <Badge tone="bad">Late</Badge>}
          </li>
        );
      })}
    </ul>
  );
}
