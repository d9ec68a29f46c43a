"use client";
import { cn } from "#components/ui/cn.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { formatBytes } from "../format-bytes.ts";

type UsageBarProps = {
  usedBytes: number;
  totalBytes: number;
  className?: string /** Only the bar: the words stand elsewhere. */;
  bare?: boolean;
};

/** How much is left, as words and as a bar; plans without a limit say what was used. */
export function UsageBar({ usedBytes, totalBytes, className, bare = false }: UsageBarProps) {
  const locale = useLocale();
  if (totalBytes === 0) return <span className={className}>{formatBytes(usedBytes, locale)} used, no limit</span>;
  const left = Math.max(0, totalBytes - usedBytes);
  const share = Math.min(100, (usedBytes / totalBytes) * 100);
  return (
    <span className={cn("grid min-w-36 gap-1", className)}>
      {!bare && (
        <span className="whitespace-nowrap text-xs tabular-nums">
          {formatBytes(left, locale)} of {formatBytes(totalBytes, locale)} left
        </span>
      )}
      <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken ring-1 ring-line">
        <span
          className={cn("block h-full rounded-full", share >= 90 ? "bg-bad" : share >= 75 ? "bg-wait" : "bg-accent")}
          style={{ width: `${share}%` }}
        />
      </span>
    </span>
  );
}
