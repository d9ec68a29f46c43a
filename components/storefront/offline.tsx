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
  const [kept, setKept] = useState(false);
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
    if (!("serviceWorker" in navigator)) return;
    const { pathname } = location;
    const { controller } = navigator.serviceWorker;
    const tell = async () => {
      const worker =
        controller ?? (await navigator.serviceWorker.register("/shop-worker.js", { scope }).then(ready)).active;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<{ kept: boolean }>) => setKept(data.kept);
      // A page that came through the worker was kept on its way.
      const addresses = controller ? partsOfPage() : [pathname, ...partsOfPage()];
      worker?.postMessage(keep ? { keep: addresses } : { forget: pathname }, [port2]);
      if (controller && navigator.onLine) await navigator.serviceWorker.register("/shop-worker.js", { scope });
    };
    tell().catch(() => {});
  }, [scope, keep]);
  return (
    <div role="status" className="print:hidden">
      {(offline || kept) && <p className="mb-4 rounded-2xl border-2 border-wait bg-raised p-4">{words}</p>}
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
