import type { Outputs } from "#server/trpc/types.ts";

export type Status = NonNullable<Outputs["status"]["get"]>;
export type PublicIncident = Status["incidents"][number];
export type State = Status["state"];

/** The word for a part of the service, and for all of it. */
export const STATES: Record<State, { word: string; whole: string }> = {
  operational: { word: "Operational", whole: "All systems operational" },
  degraded: { word: "Degraded", whole: "Some things are slower than usual" },
  partial_outage: { word: "Partial outage", whole: "Something does not work" },
  major_outage: { word: "Major outage", whole: "Much does not work" },
};

export const INCIDENT_STATES: Record<PublicIncident["state"], string> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

export const SEVERITIES: Record<PublicIncident["severity"], string> = {
  minor: "Minor",
  major: "Major",
  critical: "Critical",
};

/** `23 Nov 2026, 14:05 UTC`: one page for everybody, so nobody's own time. */
export const inUtc = (at: Date): string =>
  `${at.toLocaleString("en-GB", { timeZone: "UTC", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" })} UTC`;

export const dayInUtc = (at: Date): string =>
  at.toLocaleDateString("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });

/** `1 h 20 min` */
export function lasting(from: Date, to: Date): string {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
