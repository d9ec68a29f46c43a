// Keeps the pages of eSIMs that somebody opened on this device, so that they can be read without a network: where they are needed
// most there is none yet. Nothing leaves the device. The network's answer goes first; what is gone there is gone here.
const CACHE = `esims ${registration.scope}`;
const MOST_KEPT = 200;
/** With a page at hand a slow network is not waited for. */
const WAIT_MS = 5_000;

const isEsim = (path) => /\/[a-z]{2}\/esim\/[^/]+\/[^/]+$/.test(path);
const isPart = (path) => path.startsWith("/_next/static/") || /\/(logo|favicon)$/.test(path);

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request, resultingClientId } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && isEsim(pathname))
    event.respondWith(pageOf(request, { pathname, search, resultingClientId }));
  else if (isPart(pathname)) event.respondWith(partOf(request));
});

/** The pages that are shown as they were kept. */
const shownKept = new Set();

async function pageOf(request, { pathname, search, resultingClientId }) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(pathname);
  try {
    const signal = kept ? AbortSignal.timeout(WAIT_MS) : undefined;
    const answer = await fetch(request, { signal });
    if (answer.status >= 500 && kept) throw new Error(`The shop answered ${answer.status}.`);
    // What went wrong with a form is said once, in an address with a query.
    if (answer.ok && !answer.redirected && search === "") await cache.put(pathname, answer.clone());
    if (answer.status === 404 || answer.status === 410) await cache.delete(pathname);
    return answer;
  } catch (error) {
    if (!kept) throw error;
    shownKept.add(resultingClientId);
    return kept;
  }
}

async function partOf(request) {
  const kept = await (await caches.open(CACHE)).match(request);
  return await fetch(request).catch((error) => kept ?? Promise.reject(error));
}

/** A page names what it is made of when it is opened, or takes itself back; it is told whether it is shown as it was kept. */
addEventListener("message", (event) => {
  const { keep: addresses, forget: path } = event.data;
  event.ports[0]?.postMessage({ kept: shownKept.delete(event.source.id) });
  if (addresses) event.waitUntil(keep(addresses));
  if (path) event.waitUntil(caches.open(CACHE).then((cache) => cache.delete(path)));
});

/** Parts have another address when they change: what is there is not fetched again. */
async function keep(addresses) {
  const cache = await caches.open(CACHE);
  for (const address of addresses) {
    if (isPart(address.split("?")[0]) && (await cache.match(address))) continue;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && !answer.redirected) await cache.put(address, answer);
  }
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_KEPT))) await cache.delete(old);
}
