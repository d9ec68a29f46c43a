"use client";
import { useEffect, useState } from "react";
import { cn } from "./cn.ts";
import { dateFormat } from "./formats.ts";
import { useLocale } from "./locale.tsx";
import { Tooltip } from "./tooltip.tsx";

const STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** "5 minutes ago", "in 3 days" */
export function relativeTime(at: Date, now: number): string {
  const seconds = Math.round((at.getTime() - now) / 1_000);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? STEPS[5];
  return Math.abs(seconds) < 5 ? "just now" : words.format(Math.trunc(seconds / size), unit);
}

const write = (at: Date, locale: string, timeZone?: string): string =>
  dateFormat(locale, { dateStyle: "medium", timeStyle: "medium", timeZone }).format(at);

/** In a sentence: where the reader is. */
export const momentHere = (at: Date, locale: string): string => `${write(at, locale)} (your time)`;

/** Written when it is shown. */
function Moment({ at }: { at: Date }) {
  const locale = useLocale();
  return (
    <span className="grid gap-0.5 tabular-nums">
      <span>{write(at, locale, "UTC")} UTC</span>
      <span>{write(at, locale)} here</span>
    </span>
  );
}

/** How long ago, with the exact moment in UTC and here on hover and focus, in UTC also below it (`exact`). What is `due` and has not happened yet is due now. */
export function Time({ at, due = false, exact = false }: { at: Date; due?: boolean; exact?: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  // What is told anew is told as of now, so that nothing seems to lie ahead.
  const since = at.getTime();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new moment starts the clock anew.
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [since]);
  const relative = (
    <Tooltip content={<Moment at={at} />}>
      <time
        dateTime={at.toISOString()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown on focus.
        tabIndex={0}
        suppressHydrationWarning
        className="whitespace-nowrap"
      >
        {due && since <= now ? "due now" : relativeTime(at, now)}
      </time>
    </Tooltip>
  );
  if (!exact) return relative;
  return (
    <span className="inline-grid">
      <span data-ago className="max-sm:hidden">
        {relative}
      </span>
      <span className="whitespace-nowrap text-ink-soft text-xs tabular-nums">
        <span className={cn(at.getUTCFullYear() === new Date(now).getUTCFullYear() && "max-sm:hidden")}>
          {at.toISOString().slice(0, 5)}
        </span>
        {at.toISOString().slice(5, 16).replace("T", " ")}
        <span className="max-sm:hidden">{at.toISOString().slice(16, 19)}</span> UTC
      </span>
    </span>
  );
}
