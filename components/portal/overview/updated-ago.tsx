"use client";
import { useEffect, useState } from "react";
import { relativeTime } from "#components/ui/time.tsx";

/** How old what is shown is, by the second. */
export function UpdatedAgo({ at }: { at: number }) {
  const [now, setNow] = useState(at);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="tabular-nums">Updated {relativeTime(new Date(at), Math.max(at, now))}</span>;
}
