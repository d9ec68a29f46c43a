"use client";
import { useEffect } from "react";

type WatchProps = {
  url: string;
  /** As this page shows it; when it is another one the page is loaded anew. */
  state: string;
  everyMs: number;
};

/** Asks quietly how things stand. Offline it waits: what the page shows stays. */
export function Watch({ url, state, everyMs }: WatchProps) {
  useEffect(() => {
    let asked = 0;
    const timer = setInterval(async () => {
      if (document.hidden || !navigator.onLine) return;
      // Long waits are asked about less often.
      if (++asked > 40 && asked % 10 !== 0) return;
      const answer = await fetch(url).catch(() => null);
      const now = answer?.ok ? ((await answer.json().catch(() => null)) as { state: string } | null) : null;
      if (now && now.state !== state) window.location.reload();
    }, everyMs);
    return () => clearInterval(timer);
  }, [url, state, everyMs]);
  return null;
}
