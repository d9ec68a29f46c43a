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
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && isEsim(pathname)) event.respondWith(pageOf(request, pathname));
  else if (isPart(pathname)) event.respondWith(partOf(request));
});

async function pageOf(request, path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  try {
    const signal = kept ? AbortSignal.timeout(WAIT_MS) : undefined;
    const answer = await fetch(request, { signal });
    if (answer.ok && !answer.redirected) await cache.put(path, answer.clone());
    if (answer.status === 404 || answer.status === 410) await cache.delete(path);
    return answer.status >= 500 && kept ? kept : answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function partOf(request) {
  const kept = await (await caches.open(CACHE)).match(request);
  return await fetch(request).catch((error) => kept ?? Promise.reject(error));
}

/** A page names itself and its parts when it is opened, or takes itself back. */
addEventListener("message", (event) => {
  const { keep: addresses, forget: path } = event.data;
  if (addresses) event.waitUntil(keep(addresses));
  if (path) event.waitUntil(caches.open(CACHE).then((cache) => cache.delete(path)));
});

async function keep(addresses) {
  const cache = await caches.open(CACHE);
  for (const address of addresses) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok && !answer.redirected) await cache.put(address, answer);
  }
  const kept = await cache.keys();
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_KEPT))) await cache.delete(old);
}
