import type { Tone } from "#components/ui/badge.tsx";
import { inPlaces } from "#components/ui/formats.ts";
import type { Outputs } from "#server/trpc/types.ts";

export type Endpoint = Outputs["webhooks"]["list"][number];

/** Below this share of successes an endpoint that answers now and then is not called healthy. */
const STEADY = 0.95;

/** How an endpoint stands, in one word. */
export function endpointStatus({ status, pausedUntil, failureCount, attempts, successes }: Endpoint): {
  tone: Tone;
  label: string;
} {
  if (status === "disabled") return { tone: "final", label: "Disabled" };
  if (pausedUntil) return { tone: "wait", label: "Paused" };
  if (failureCount > 0) return { tone: "bad", label: "Failing" };
  if (attempts === 0) return { tone: "neutral", label: "No events yet" };
  if (successes < attempts * STEADY) return { tone: "wait", label: "Unsteady" };
  return { tone: "good", label: "Healthy" };
}

export const successRate = ({ attempts, successes }: Endpoint, locale: string): string =>
  attempts === 0 ? "–" : `${inPlaces((successes / attempts) * 100, attempts === successes ? 0 : 1, locale)} %`;

export const inMs = (ms: number | null, locale: string): string =>
  ms === null ? "–" : ms < 1_000 ? `${ms} ms` : `${inPlaces(ms / 1_000, 1, locale)} s`;

export const eventsInWords = ({ events }: Pick<Endpoint, "events">): string => {
  if (events.includes("*")) return "Every event";
  return events.length === 1 ? events[0]! : `${events.length} kinds`;
};
