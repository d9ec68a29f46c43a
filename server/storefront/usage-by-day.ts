import type { Measurement } from "#server/domain/selling/esims/index.ts";
import { dataSize, type Language } from "#server/domain/shop/checkout/index.ts";
import { MB } from "#server/kernel/data-size.ts";

/** `share`: of the day with the most, in percent, for the length of its bar. */
export type UsageDay = { date: string; name: string; used: string; share: number };

const MOST_DAYS = 14;

/**
 * What was reported of each day, the newest first. A network tells how much was used in all: a day's share is what that grew by.
 *
 * @param measured the newest first
 * @param isWhole nothing older is missing; otherwise the oldest day is not known whole, and is left out
 */
export function usageByDay(measured: Measurement[], isWhole: boolean, language: Language): UsageDay[] {
  const lastOf = new Map<string, number>();
  for (const { recordedAt, usedBytes } of measured.toReversed())
    lastOf.set(recordedAt.toISOString().slice(0, 10), usedBytes);
  let before = 0;
  const days = [...lastOf].map(([date, usedBytes]) => {
    const bytes = Math.max(0, usedBytes - before);
    before = usedBytes;
    return { date, bytes };
  });
  const known = days.slice(isWhole ? 0 : 1).filter(({ bytes }) => bytes > 0);
  const shown = known.slice(-MOST_DAYS).toReversed();
  const most = Math.max(...shown.map(({ bytes }) => bytes));
  return shown.map(({ date, bytes }) => ({
    date,
    name: new Date(date).toLocaleDateString(language, { day: "numeric", month: "long", timeZone: "UTC" }),
    used: dataSize(Math.max(0.1, Math.round((bytes / MB) * 10) / 10), language),
    share: Math.max(1, Math.round((bytes / most) * 100)),
  }));
}
