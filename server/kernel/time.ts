import { counted } from "./counted.ts";

/** Record timestamps of the API: `2026-11-20 13:00:00`, UTC. */
export const recordTime = (time: Date): string => time.toISOString().slice(0, 19).replace("T", " ");

/** ISO 8601 with a numeric offset: `2026-11-20T13:00:00+00:00`. */
export const isoTime = (time: Date): string => `${time.toISOString().slice(0, 19)}+00:00`;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/** `90s`, `15m`, `72h`, `30d` → milliseconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2]!]! : null;
}

/** Whole time units for people: `3 hours`, `2 days`. */
export function inWords(ms: number): string {
  for (const [name, size] of [
    ["day", DAY],
    ["hour", HOUR],
    ["minute", MINUTE],
  ] as const)
    if (ms >= size) return counted(Math.floor(ms / size), name);
  return counted(Math.max(0, Math.round(ms / SECOND)), "second");
}
