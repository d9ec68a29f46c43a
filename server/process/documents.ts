import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import { createRequestResponseMocks } from "next/dist/server/lib/mock-request.js";
import { chosenCurrency, sayCurrency } from "#server/auth/currency-cookie.ts";
import {
  hostName,
  portalFrames,
  shopsOrigin,
  shownCurrency,
  siteOf,
  storefrontRoute,
  storefrontVersion,
} from "#server/domain/reseller/brand/index.ts";
import { acceptsGzip } from "#server/http/encoding.ts";
import { cookieOf, pathOf } from "#server/http/message.ts";
import { pagePolicy } from "#server/http/security-headers.ts";
import { HeldBytes } from "#server/kernel/held-bytes.ts";
import { SECOND } from "#server/kernel/time.ts";
import { withoutFramework } from "./without-framework.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Document = { status: number; headers: Record<string, string>; gzip: Buffer; plain: Buffer | null; length: number };

/** What is the same for everybody as long as the process runs. */
const LASTING =
  /^\/(?:docs(?:\/[a-z-]+(?:\.(?:md|json|atom))?)?|llms(?:-full)?\.txt|api\/v1\/openapi\.json|flags\/[a-z]{2}\.svg)?$/;
/** What people look at while something does not work: made every few seconds, however many ask. */
const STATUS = /^\/status(?:\/feed\.atom|\/status\.json|\/incidents\/[1-9]\d{0,9})?$/;
const FOR_ANY_HOST = /^\/(?:api|flags)\//;

const SITEMAP = /^\/sitemap(?:\/\d+)?\.xml$/;

const MB = 1024 * 1024;

/** How much of a kind of documents is held at a time, for how long, and which answers: how many there are, and how large, is for resellers to say. */
const KINDS = {
  lasting: { mostBytes: 64 * MB, heldFor: Number.POSITIVE_INFINITY, statuses: [200] },
  sitemap: { mostBytes: 16 * MB, heldFor: Number.POSITIVE_INFINITY, statuses: [200] },
  // That there is no such page, too: addresses that somebody makes up cost little. After half a minute Next makes it anew.
  shop: { mostBytes: 48 * MB, heldFor: 30 * SECOND, statuses: [200, 404] },
  status: { mostBytes: 8 * MB, heldFor: 5 * SECOND, statuses: [200, 404] },
  // A draft changes with every word that is typed.
  preview: { mostBytes: 0, heldFor: 0, statuses: [] as number[] },
};
/** Larger ones are held compressed only. */
const MOST_PLAIN = 2 * MB;

/** A document by its name: one storefront's never is any other's, and one in a currency is for those who chose it. */
type Key = { kind: keyof typeof KINDS; name: string; currency?: string };

const zip = promisify(gzip);

/**
 * Documents that are the same for everybody: made once, by a request of our own that Next answers, and sent from memory,
 * compressed already. Nothing on their pages waits for the framework's scripts, so these are taken out (decisions 16 and 59),
 * and the policy can forbid every inline script.
 */
export function createDocuments(pages: Handler) {
  const stores = Object.fromEntries(Object.entries(KINDS).map(([kind, how]) => [kind, newStore(how)])) as Record<
    Key["kind"],
    HeldBytes<Document>
  >;
  const find = ({ kind, name }: Key) => stores[kind].find(name);
  const hold = (key: Key, request: IncomingMessage) => stores[key.kind].hold(key.name, make(pages, key, request));

  return {
    keyOf,
    /** Whether it costs nothing but the sending. */
    isReady: (key: Key, request: IncomingMessage): boolean =>
      find(key) !== undefined &&
      (key.kind !== "sitemap" || acceptsGzip(String(request.headers["accept-encoding"] ?? ""))),
    async serve(request: IncomingMessage, response: ServerResponse, key: Key): Promise<void> {
      const found = find(key);
      response.setHeader("Cache-Status", found ? "documents; hit" : "documents; fwd=miss");
      await send(request, response, await (found ?? hold(key, request)));
    },
  };
}

const newStore = ({ mostBytes, heldFor: heldForMs, statuses }: (typeof KINDS)[Key["kind"]]) =>
  new HeldBytes<Document>({
    ...{ mostBytes, heldForMs },
    sizeOf: ({ status, gzip, plain }) => (statuses.includes(status) ? gzip.length + (plain?.length ?? 0) : null),
  });

/** Under which name a request's document is held; null for every other request. */
async function keyOf({ method, url = "/", headers }: IncomingMessage): Promise<Key | null> {
  if (method !== "GET" && method !== "HEAD") return null;
  const path = pathOf(url);
  const site = siteOf(hostName(headers.host ?? null));
  if (LASTING.test(path)) return site === "service" || FOR_ANY_HOST.test(path) ? { kind: "lasting", name: path } : null;
  if (STATUS.test(path)) return site === "service" ? { kind: "status", name: path } : null;
  const route = storefrontRoute(path, site);
  if (route === null || route === "missing") return null;
  const ofShop = "preview" in route.address ? "preview" : "shop";
  const kind = route.kind === "cached" ? ofShop : SITEMAP.test(route.rest) ? "sitemap" : null;
  if (kind === null) return null;
  // Without a database Next says so.
  const version = await storefrontVersion(route.address).catch(() => undefined);
  if (version === undefined || (version === null && kind === "sitemap")) return null;
  const chosen = kind === "shop" ? chosenCurrency((name) => cookieOf(headers.cookie ?? "", name)) : undefined;
  const currency = (await shownCurrency(route.address, chosen)) ?? undefined;
  return { kind, name: JSON.stringify([route.address, version, path, ...(currency ? [currency] : [])]), currency };
}

async function make(pages: Handler, key: Key, { url, headers: { host }, socket }: IncomingMessage): Promise<Document> {
  const { kind, name, currency } = key;
  const headers = { host, ...(currency && { cookie: sayCurrency(currency) }) };
  const { req, res } = createRequestResponseMocks({ url: pathOf(url!), method: "GET", headers, socket });
  await pages(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  const { hasStreamed, buffers } = res as unknown as { hasStreamed: Promise<boolean>; buffers: Buffer[] };
  await hasStreamed;
  const made = Buffer.concat(buffers);
  const said = (header: string) => String(res.getHeader(header) ?? "");
  const isPage = said("content-type").startsWith("text/html");
  // Next says it twice, in one line.
  const [location] = said("location").split(", ");
  // What leads elsewhere comes with the framework's page for errors.
  // One that could not be made says so itself: it is no page that does not exist.
  const isBroken = res.statusCode >= 500;
  const page = isPage && !location && !isBroken ? withoutFramework(made.toString("utf8")) : null;
  const plain = page ? Buffer.from(page.html) : location ? Buffer.alloc(0) : made;
  const status = page?.missing ? 404 : res.statusCode;
  const held = KINDS[kind].statuses.includes(status);
  // The name is part of it, so that no page is ever taken for another brand's.
  const etag = createHash("sha256").update(`${name}\n`).update(plain).digest("hex");
  // Ours is the cache that knows when a page is old: whoever keeps a copy asks, and is mostly told that it is still good.
  const lasts = isPage ? "public, no-cache" : said("cache-control");
  const policy = isPage && !isBroken ? pagePolicy(needsOf(kind)) : said("content-security-policy");
  const robots = said("x-robots-tag");
  return {
    status,
    headers: {
      "Content-Type": said("content-type"),
      "Cache-Control": held ? lasts : "no-store",
      Vary: kind === "shop" ? "Accept-Encoding, Cookie" : "Accept-Encoding",
      ETag: `"${etag}"`,
      ...(policy && { "Content-Security-Policy": policy }),
      ...(location && { Location: location }),
      ...(robots && { "X-Robots-Tag": robots }),
      ...(isBroken && { "Retry-After": said("retry-after") }),
    },
    gzip: await zip(plain),
    plain: plain.length <= MOST_PLAIN ? plain : null,
    length: plain.length,
  };
}

function needsOf(kind: Key["kind"]): Parameters<typeof pagePolicy>[0] {
  if (kind === "shop" || kind === "status") return {};
  return kind === "preview" ? { framedBy: portalFrames() } : { images: `https: ${shopsOrigin()}` };
}

async function send(request: IncomingMessage, response: ServerResponse, document: Document): Promise<void> {
  const { status, headers } = document;
  if (status === 200 && request.headers["if-none-match"]?.includes(headers.ETag!)) {
    const { "Content-Type": _, "Content-Security-Policy": __, ...rest } = headers;
    // Without a body the policy of what is held there stays in force.
    response.removeHeader("Content-Security-Policy");
    response.writeHead(304, rest).end();
    return;
  }
  const zipped = acceptsGzip(String(request.headers["accept-encoding"] ?? ""));
  const { gzip, plain, length } = document;
  const encoding = zipped && { "Content-Encoding": "gzip" };
  response.writeHead(status, { ...headers, ...encoding, "Content-Length": zipped ? gzip.length : length });
  if (zipped || plain || request.method === "HEAD") response.end(zipped ? gzip : plain);
  // As it is read: nobody waits for all of it at once, and who reads slowly does not make us hold it.
  else pipeline([gzip], createGunzip(), response, () => {});
}
