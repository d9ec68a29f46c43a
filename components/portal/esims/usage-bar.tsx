"use client";
import { cn } from "#components/ui/cn.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { formatBytes } from "../format-bytes.ts";
import { ESIM_STATES, type EsimStatus, isEnded } from "./esim-status.tsx";

type Usage = { status: EsimStatus; usedBytes: number; totalBytes: number };

/** What is left, in words; of a plan without a limit what was used, and of an eSIM that has ended nothing. */
export function usageInWords({ status, usedBytes, totalBytes }: Usage, locale: string): string {
  if (isEnded(status)) return `${formatBytes(usedBytes, locale)} used, ${ESIM_STATES[status].label.toLowerCase()}`;
  if (totalBytes === 0) return `${formatBytes(usedBytes, locale)} used, no limit`;
  return `${formatBytes(Math.max(0, totalBytes - usedBytes), locale)} of ${formatBytes(totalBytes, locale)} left`;
}

/** How much is left, as words and as a bar of that length. */
export function UsageBar({ className, ...usage }: Usage & { className?: string }) {
  return (
    <span className={cn("grid gap-1 sm:min-w-36", className)}>
      <span className="whitespace-nowrap text-xs tabular-nums">{usageInWords(usage, useLocale())}</span>
      <LeftBar {...usage} className="max-sm:hidden" />
    </span>
  );
}

/** As long as what is left; nothing where there is no limit or no data any more. */
export function LeftBar({ status, usedBytes, totalBytes, className }: Usage & { className?: string }) {
  if (totalBytes === 0 || isEnded(status)) return null;
  const left = Math.min(100, Math.max(0, (1 - usedBytes / totalBytes) * 100));
  return (
    <span aria-hidden className={cn("h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line", className)}>
      <span
        className={cn("block h-full rounded-full", left <= 10 ? "bg-bad" : left <= 25 ? "bg-wait" : "bg-accent")}
        style={{ width: `${left}%` }}
      />
    </span>
  );
}
