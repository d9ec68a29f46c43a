import { cn } from "#components/ui/cn.ts";
import { ComponentList, LOOKS } from "./component-list.tsx";
import { IncidentCard } from "./incident-card.tsx";
import { dayInUtc, inUtc, type PublicIncident, STATES, type Status } from "./words.ts";

const OLD_AFTER_MS = 60_000;

/** How the service does, what is open, and what was. */
export function StatusPage({ status, now }: { status: Status; now: Date }) {
  const { icon: Icon, text, soft } = LOOKS[status.state];
  const open = status.incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const past = status.incidents.filter(({ resolvedAt }) => resolvedAt !== null);
  const isOld = now.getTime() - status.at.getTime() > OLD_AFTER_MS;
  return (
    <>
      <div className={cn("grid gap-1 rounded-lg p-4", soft)}>
        <h1 className={cn("flex items-center gap-2 font-semibold text-xl", text)}>
          <Icon aria-hidden className="size-6 shrink-0" />
          {STATES[status.state].whole}
        </h1>
        <p className="text-[13px]">
          As of <time dateTime={status.at.toISOString()}>{inUtc(status.at)}</time>
          {isOld ? ": this is the last that is known. It cannot be read anew at the moment." : "."}
        </p>
      </div>
      {open.length > 0 && (
        <section aria-labelledby="now" className="grid grid-cols-1 gap-3">
          <h2 id="now" className="font-semibold text-base">
            Open incidents
          </h2>
          {open.map((incident) => (
            <IncidentCard key={incident.id} incident={incident} />
          ))}
        </section>
      )}
      <ComponentList components={status.components} />
      <section aria-labelledby="before" className="grid grid-cols-1 gap-3">
        <h2 id="before" className="font-semibold text-base">
          The last 90 days
        </h2>
        {past.length === 0 ? (
          <p className="rounded-lg border border-line border-dashed p-6 text-center text-ink-soft">
            No incident was closed in this time.
          </p>
        ) : (
          byDay(past).map(([day, incidents]) => (
            <section key={day} aria-label={day} className="grid grid-cols-1 gap-2">
              <p className="text-[13px] text-ink-soft">{day}</p>
              {incidents.map((incident) => (
                <IncidentCard key={incident.id} incident={incident} />
              ))}
            </section>
          ))
        )}
      </section>
    </>
  );
}

function byDay(incidents: PublicIncident[]): [day: string, PublicIncident[]][] {
  const days = new Map<string, PublicIncident[]>();
  for (const incident of incidents) {
    const day = dayInUtc(incident.beganAt);
    days.set(day, [...(days.get(day) ?? []), incident]);
  }
  return [...days];
}

/** When this process has not been able to find out yet. */
export function StatusUnknown() {
  return (
    <div className="grid gap-1 rounded-lg bg-wait-soft p-4">
      <h1 className="font-semibold text-wait text-xl">The state is not known at the moment</h1>
      <p className="text-[13px]">This page answers, and what it is made of cannot be read. Reload it in a moment.</p>
    </div>
  );
}
