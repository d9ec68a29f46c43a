import { cn } from "#components/ui/cn.ts";
import { INCIDENT_STATES, inUtc, lasting, type PublicIncident, SEVERITIES } from "./words.ts";

const EDGES: Record<PublicIncident["severity"], string> = {
  minor: "border-l-wait",
  major: "border-l-bad",
  critical: "border-l-bad",
};

/** An incident with what was said of it, newest first. */
export function IncidentCard({ incident, whole = false }: { incident: PublicIncident; whole?: boolean }) {
  const { id, title, severity, components, beganAt, resolvedAt, updates } = incident;
  const shown = whole || resolvedAt === null ? updates : updates.slice(0, 1);
  const Title = whole ? "h1" : "h3";
  return (
    <article
      className={cn(
        "grid grid-cols-1 gap-4 rounded-lg border border-line border-l-4 bg-raised p-4",
        resolvedAt ? "border-l-good" : EDGES[severity],
      )}
    >
      <header className="grid gap-1">
        <Title className={cn("font-semibold [overflow-wrap:anywhere]", whole ? "text-xl" : "text-base")}>
          {whole ? (
            title
          ) : (
            <a href={`/status/incidents/${id}`} className="hover:underline">
              {title}
            </a>
          )}
        </Title>
        <p className="text-[13px] text-ink-soft [overflow-wrap:anywhere]">
          {SEVERITIES[severity]} · {components.map(({ name }) => name).join(", ")} · Since {inUtc(beganAt)}
          {resolvedAt && `, for ${lasting(beganAt, resolvedAt)}`}
        </p>
      </header>
      <ol className="grid gap-3">
        {shown.map(({ number, state, text, at }) => (
          <li key={number} className="grid gap-0.5 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <strong className="font-semibold">{INCIDENT_STATES[state]}</strong>
              <time dateTime={at.toISOString()} className="text-ink-soft text-xs">
                {inUtc(at)}
              </time>
            </p>
            <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          </li>
        ))}
      </ol>
    </article>
  );
}
