"use client";
import { useQuery } from "@tanstack/react-query";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { DrillReport } from "./drill-report.tsx";
import { GradeBadge } from "./grade-badge.tsx";
import { RunningDrill } from "./running-drill.tsx";
import { StartDrill } from "./start-drill.tsx";

const POLL_MS = 2_000;

/** The drill that runs or a way to begin one, the last report, and those before it. */
export function DrillPage() {
  const { may } = usePortal();
  const query = useQuery(
    useApi().drills.list.queryOptions(undefined, {
      refetchInterval: ({ state }) => (state.data?.drills[0]?.endedAt === null ? POLL_MS : false),
    }),
  );
  return (
    <QueryState query={query}>
      {({ drills, scenarios }) => {
        const running = drills.find(({ endedAt }) => endedAt === null);
        const [latest, ...earlier] = drills.filter(({ report }) => report !== null);
        return (
          <>
            {running ? (
              <RunningDrill drill={running} scenarios={scenarios} />
            ) : may("webhooks:manage") ? (
              <StartDrill isFirst={!latest} />
            ) : (
              <p className="text-[13px] text-ink-soft">
                Your role can read reports; owners, admins and developers start drills.
              </p>
            )}
            {latest && <DrillReport drill={latest} scenarios={scenarios} />}
            {earlier.length > 0 && (
              <section aria-labelledby="earlier-drills" className="grid gap-2">
                <h2 id="earlier-drills" className="font-semibold text-sm">
                  Earlier drills
                </h2>
                {earlier.map((drill) => (
                  <details key={drill.id} className="rounded-lg border border-line bg-raised">
                    <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-3 px-4 text-[13px]">
                      <GradeBadge grade={drill.report!.grade} />
                      <Time at={drill.startedAt} />
                      <span className="font-mono text-ink-soft text-xs">{drill.keyPrefix}</span>
                    </summary>
                    <div className="p-4 pt-0">
                      <DrillReport drill={drill} scenarios={scenarios} />
                    </div>
                  </details>
                ))}
              </section>
            )}
          </>
        );
      }}
    </QueryState>
  );
}
