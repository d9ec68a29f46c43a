"use client";
import { useEffect, useState } from "react";

type OfflineProps = {
  /** Where the shop's pages begin, with a slash at the end. */
  scope: string;
  /** Whether there is something on this page that is needed without a network. */
  keep: boolean;
  words: string;
};

/** Keeps this page on the device (`public/shop-worker.js`), and says when it is read from there. */
export function Offline({ scope, keep, words }: OfflineProps) {
  const [offline, setOffline] = useState(false);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    look();
    for (const event of ["online", "offline"]) addEventListener(event, look);
    return () => {
      for (const event of ["online", "offline"]) removeEventListener(event, look);
    };
  }, []);
  useEffect(() => {
    // Browsers have none where a page came over plain http.
    if (!("serviceWorker" in navigator) || !navigator.onLine) return;
    const { pathname } = location;
    const tell = async () => {
      const { active } = await navigator.serviceWorker.register("/shop-worker.js", { scope }).then(ready);
      active?.postMessage(keep ? { keep: [pathname, ...partsOfPage()] } : { forget: pathname });
    };
    tell().catch(() => {});
  }, [scope, keep]);
  return (
    <div role="status" className="print:hidden">
      {offline && <p className="mb-4 rounded-2xl border-2 border-wait bg-raised p-4">{words}</p>}
    </div>
  );
}

/** Once it works: the first time it is installed before. */
async function ready(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const coming = registration.installing ?? registration.waiting;
  if (coming && coming.state !== "activated")
    await new Promise<void>((resolve) => {
      const look = () => ["activated", "redundant"].includes(coming.state) && resolve();
      coming.addEventListener("statechange", look);
      look();
    });
  return registration;
}

/** What the page was made of, of this shop's own. */
const partsOfPage = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/_next\/static\/|\/(logo|favicon)$/.test(pathname),
    )
    .map(({ pathname, search }) => pathname + search);
