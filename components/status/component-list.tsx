import { CircleAlert, CircleCheck, CircleX, type LucideIcon, TriangleAlert } from "lucide-react";
import { cn } from "#components/ui/cn.ts";
import { STATES, type State, type Status } from "./words.ts";

export const LOOKS: Record<State, { icon: LucideIcon; text: string; soft: string; bar: string }> = {
  operational: { icon: CircleCheck, text: "text-good", soft: "bg-good-soft", bar: "bg-good/60" },
  degraded: { icon: CircleAlert, text: "text-wait", soft: "bg-wait-soft", bar: "bg-wait" },
  partial_outage: { icon: TriangleAlert, text: "text-bad", soft: "bg-bad-soft", bar: "bg-bad/70" },
  major_outage: { icon: CircleX, text: "text-bad", soft: "bg-bad-soft", bar: "bg-bad" },
};

/** Each part of the service: how it does now, and on each of the last ninety days. */
export function ComponentList({ components }: { components: Status["components"] }) {
  return (
    <section aria-labelledby="parts" className="grid grid-cols-1 gap-3">
      <h2 id="parts" className="font-semibold text-base">
        Parts of the service
      </h2>
      <ul className="rounded-lg border border-line bg-raised">
        {components.map(({ code, name, state, days }) => {
          const { icon: Icon, text } = LOOKS[state];
          return (
            <li key={code} className="grid grid-cols-1 gap-2.5 border-line px-4 py-3.5 not-last:border-b">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</span>
                <span className={cn("inline-flex items-center gap-1.5 text-[13px]", text)}>
                  <Icon aria-hidden className="size-4 shrink-0" />
                  {STATES[state].word}
                </span>
              </div>
              <Days days={days} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A line for each day; what they say together stands beside it in words. */
function Days({ days }: { days: State[] }) {
  const touched = days.filter((day) => day !== "operational").length;
  const said =
    touched === 0
      ? `No incident in ${days.length} days`
      : `Incidents on ${touched} of the last ${days.length} ${touched === 1 ? "days" : "days"}`;
  return (
    <div className="grid grid-cols-1 gap-1">
      <div aria-hidden className="flex h-6 gap-px sm:gap-[2px]">
        {days.map((day, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the row.
          <span key={i} className={cn("min-w-0 flex-1 rounded-[1px]", LOOKS[day].bar, i < 45 && "max-sm:hidden")} />
        ))}
      </div>
      <p className="text-ink-soft text-xs">{said}</p>
    </div>
  );
}
