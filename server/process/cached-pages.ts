import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { hostName, siteOf, storefrontRoute, storefrontVersion } from "#server/domain/reseller/brand/index.ts";
import { pathOf } from "#server/http/message.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";

/** A page as it is sent, plain and compressed. `made` is the SHA-256 of what Next gave for this address. */
type Ready = { made: string; etag: string; plain: Buffer; gzip: Buffer; missing: boolean };

const NOTHING = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>404</title></head><body style="color-scheme:light dark;font:18px/1.6 system-ui,sans-serif;text-align:center;margin:20vh 1rem"><main><h1>404</h1><p>There is no such page.</p></main></body></html>`;

/** Answers held at a time: some 20 MB at most. */
const MOST_HELD = 500;
/** Then Next is asked, which makes the page anew. */
const HELD_FOR = 30 * SECOND;

/** An answer that was given, to be given again to whoever asks for the same while nothing of it has changed. */
type Held = { page: Ready; status: number; headers: OutgoingHttpHeaders; until: number };

/** By storefront, version and path, and by nothing else: what one brand's page is, no other's ever is. */
const heldAnswers = () => processSingleton("cached-answers", () => new Map<string, Held>());

function hold(key: string, page: Ready, response: ServerResponse): void {
  const held = heldAnswers();
  if (held.size >= MOST_HELD && !held.has(key)) held.delete(held.keys().next().value!);
  const { connection: _, ...headers } = response.getHeaders();
  held.set(key, {
    page,
    status: response.statusCode,
    headers: { ...headers, "x-nextjs-cache": "HIT" },
    until: Date.now() + HELD_FOR,
  });
}

/** By which the framework's scripts ask for parts of pages. */
const PARTS = ["rsc", "next-url", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"];
/** As proxy.ts writes it, for where Next sends its pages itself. */
const SCRIPT_POLICY = "script-src 'self' 'unsafe-inline'";

/**
 * A storefront's shop pages are documents: nothing on them waits for the framework's scripts, which would be 138 KB. They
 * are taken out on the way from Next's cache, with the copy of the page that they carry; so no inline script is left, and
 * the Content-Security-Policy can forbid them all. Compressed here too: once per page instead of once per request.
 */
export async function serveCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<void>,
): Promise<void> {
  // Without a database Next says so.
  const key = await keyOf(request).catch(() => null);
  if (key === null) return await render();
  const held = heldAnswers().get(key);
  if (held && held.until > Date.now()) return sendHeld(request, response, held);
  finish(request, response, key);
  await render();
}

/** The storefront, the version of what it shows, and the path; null for every other request. */
async function keyOf({ method, url = "/", headers }: IncomingMessage): Promise<string | null> {
  if (method !== "GET" && method !== "HEAD") return null;
  const path = pathOf(url);
  const route = storefrontRoute(path, siteOf(hostName(headers.host ?? null)));
  if (route === null || route === "missing" || route.kind !== "cached") return null;
  return `${JSON.stringify(route.address)} ${await storefrontVersion(route.address)} ${path}`;
}

function sendHeld(request: IncomingMessage, response: ServerResponse, { page, headers, status }: Held): void {
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  response.statusCode = status;
  response.end(bodyFor(request.headers, response, page));
}

/** Sets what depends on who asks; the body, or none for who has it already. */
function bodyFor(asked: IncomingMessage["headers"], response: ServerResponse, page: Ready): Buffer | undefined {
  response.removeHeader("content-length");
  if (response.statusCode === 200 && asked["if-none-match"]?.includes(page.etag)) {
    // Without a body the policy of the answer that was kept stays in force.
    for (const name of ["content-type", "content-security-policy"]) response.removeHeader(name);
    response.statusCode = 304;
    return undefined;
  }
  const zipped = /\bgzip\b/.test(String(asked["accept-encoding"] ?? ""));
  const body = zipped ? page.gzip : page.plain;
  if (zipped) response.setHeader("content-encoding", "gzip");
  response.setHeader("content-length", body.length);
  return body;
}

function finish(request: IncomingMessage, response: ServerResponse, key: string): void {
  const asked = { ...request.headers };
  // Next is to give us the page as it is, and whole.
  for (const name of ["accept-encoding", "if-none-match", "if-modified-since", ...PARTS]) delete request.headers[name];
  interceptEnd(response, (chunk) => {
    const policy = response.getHeader("content-security-policy");
    const html = String(response.getHeader("content-type") ?? "").startsWith("text/html");
    if (response.headersSent || typeof policy !== "string" || !policy.includes(SCRIPT_POLICY)) return chunk;
    // Ours is the cache that knows when a page is old: whoever keeps a copy asks, and is mostly told that it is still good.
    response.setHeader("cache-control", "public, no-cache");
    response.setHeader("content-security-policy", policy.replace(SCRIPT_POLICY, "script-src 'self'"));
    if (!html || (typeof chunk !== "string" && !Buffer.isBuffer(chunk))) return chunk;
    const page = readyPage(key, chunk.toString("utf8"));
    if (page.missing) response.statusCode = 404;
    response.setHeader("vary", "Accept-Encoding");
    response.setHeader("etag", page.etag);
    // A page that failed is made anew for the next one who asks.
    if (page.missing || response.statusCode === 200) hold(key, page, response);
    return bodyFor(asked, response, page);
  });
}

/**
 * Lets us see the last chunk before the headers go out, although Next wraps `end` after us with something that sends them
 * first: whoever sets another `end` is put behind ours.
 */
function interceptEnd(response: ServerResponse, change: (chunk: unknown) => unknown): void {
  type End = (...all: unknown[]) => ServerResponse;
  const original = response.end as unknown as End;
  let outer = original;
  let entered = false;
  const end: End = function (this: ServerResponse, chunk, ...rest) {
    if (entered) return original.call(response, chunk, ...rest);
    entered = true;
    return outer.call(response, change(chunk), ...rest);
  };
  Object.defineProperty(response, "end", {
    configurable: true,
    get: () => end,
    set: (wrapped: End) => {
      outer = wrapped;
    },
  });
}

/** Worked out once for as long as Next gives the same for this address. */
function readyPage(key: string, given: string): Ready {
  const made = sha256Hex(`${key}\n${given}`);
  const known = heldAnswers().get(key)?.page;
  if (known?.made === made) return known;
  const html = withoutFramework(given);
  // What Next left for its scripts to fill: there is no such storefront, or it does not speak the language.
  const plain = Buffer.from(html.includes('id="__next_error__"') ? NOTHING : html);
  return { made, etag: `"${made}"`, plain, gzip: gzipSync(plain), missing: html.includes('data-missing=""') };
}

/**
 * Our own scripts and blocks of data stay; the framework's, what they read, and their preloads go. So does the preload of
 * the portal's monospaced font, which Next puts on every page for its own not-found page's sake.
 */
export const withoutFramework = (html: string): string =>
  html
    .replace(
      /<script(?![^>]*\btype="application\/(?:ld\+)?json")(?![^>]*\bsrc="\/(?:store|docs)-)[^>]*>[\s\S]*?<\/script>/g,
      "",
    )
    .replace(/<link[^>]*\bas="script"[^>]*>/g, "")
    .replace(/<link[^>]*\/GeistMono[^>]*\bas="font"[^>]*>/g, "");
