"use client";
import { useEffect, useState } from "react";
import { cn } from "#components/ui/cn.ts";

/** How many seconds ago the figures were read; conspicuous once they should have been read again. */
export function ReadAt({ at, everyMs }: { at: Date; everyMs: number }) {
  const [now, setNow] = useState(() => at.getTime());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((now - at.getTime()) / 1_000));
  const isLate = seconds * 1_000 > 3 * everyMs;
  return (
    <p
      className={cn("text-xs tabular-nums", isLate ? "font-medium text-bad" : "text-ink-soft")}
      suppressHydrationWarning
    >
      {isLate ? `Not read for ${seconds} s` : `Read ${seconds} s ago, anew every ${everyMs / 1_000} s`}
    </p>
  );
}
