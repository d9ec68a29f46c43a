import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Incident = Outputs["operator"]["incidents"]["list"]["incidents"][number];
export type IncidentDetail = Outputs["operator"]["incidents"]["get"];
export type Part = Outputs["operator"]["incidents"]["list"]["parts"][number];

export const STATES: Record<Incident["state"], { label: string; tone: Tone }> = {
  investigating: { label: "Investigating", tone: "bad" },
  identified: { label: "Identified", tone: "wait" },
  monitoring: { label: "Monitoring", tone: "wait" },
  resolved: { label: "Resolved", tone: "good" },
};

export const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({
  value: value as Incident["state"],
  label,
}));

export const SEVERITIES = [
  { value: "minor", label: "Minor: degraded" },
  { value: "major", label: "Major: partial" },
  { value: "critical", label: "Critical: outage" },
] as const;

export const AUDIENCES = [
  { value: "affected", label: "Affected accounts" },
  { value: "all", label: "All accounts" },
] as const;

export const severityName = (severity: Incident["severity"]): string =>
  SEVERITIES.find(({ value }) => value === severity)!.label.split(":")[0]!;

/** The names of the parts, as the public reads them. */
export const namesOf = (codes: string[], parts: Part[]): string =>
  codes.map((code) => parts.find((part) => part.code === code)?.name ?? code).join(", ");
