import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { createRequestResponseMocks } from "next/dist/server/lib/mock-request.js";
import { hostName, siteOf, storefrontRoute, storefrontVersion } from "#server/domain/reseller/brand/index.ts";
import { pathOf } from "#server/http/message.ts";
import { withoutFramework } from "./cached-pages.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Document = { status: number; headers: Record<string, string>; gzip: Buffer; plain: Buffer | null };

/** What is the same for everybody as long as the process runs. */
const LASTING = /^\/(?:docs(?:\/[a-z-]+)?|llms\.txt|api\/v1\/openapi\.json|flags\/[a-z]{2}\.svg)?$/;
const FOR_ANY_HOST = /^\/(?:api|flags)\//;
/** Sitemaps held at a time, the compressed ones: some 10 MB. */
const MOST_SITEMAPS = 50;
/** Larger ones are held compressed only. */
const MOST_PLAIN = 2 * 1024 * 1024;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/**
 * Documents that are dear to make and the same for everybody: made once, by a request of our own that Next answers, and sent
 * from memory, compressed already. The service's own pages need no script of the framework's, as shop pages do not (decision
 * 16), so that no nonce is in them.
 */
export function createDocuments(pages: Handler) {
  const lasting = new Map<string, Promise<Document>>();
  const sitemaps = new Map<string, Promise<Document>>();

  return {
    /** The name under which a request's document is held; null for every other request. */
    async keyOf({ method, url = "/", headers }: IncomingMessage): Promise<string | null> {
      if (method !== "GET" && method !== "HEAD") return null;
      const path = pathOf(url);
      const site = siteOf(hostName(headers.host ?? null));
      if (LASTING.test(path)) return site === "service" || FOR_ANY_HOST.test(path) ? path : null;
      const route = storefrontRoute(path, site);
      if (route === null || route === "missing" || route.rest !== "/sitemap.xml") return null;
      const version = await storefrontVersion(route.address).catch(() => null);
      return version && `${JSON.stringify(route.address)} ${version}`;
    },
    /** Whether it costs nothing but the sending. */
    isReady: (key: string, request: IncomingMessage): boolean =>
      lasting.has(key) || (sitemaps.has(key) && acceptsGzip(request)),
    async serve(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
      const held = key.startsWith("/") ? lasting : sitemaps;
      const known = held.get(key) ?? make(pages, request);
      if (held === sitemaps && held.size >= MOST_SITEMAPS) held.delete(held.keys().next().value!);
      held.set(key, known);
      const forget = () => held.get(key) === known && held.delete(key);
      known.then(({ status }) => status === 200 || forget(), forget);
      await send(request, response, await known);
    },
  };
}

const acceptsGzip = ({ headers }: IncomingMessage): boolean =>
  /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));

async function make(pages: Handler, { url, headers: { host }, socket }: IncomingMessage): Promise<Document> {
  const { req, res } = createRequestResponseMocks({ url: pathOf(url!), method: "GET", headers: { host }, socket });
  await pages(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  const { hasStreamed, buffers } = res as unknown as { hasStreamed: Promise<boolean>; buffers: Buffer[] };
  await hasStreamed;
  const made = Buffer.concat(buffers);
  const type = String(res.getHeader("content-type") ?? "");
  const html = type.startsWith("text/html");
  const plain = html ? Buffer.from(withoutFramework(made.toString("utf8")).replace(/ nonce="[^"]*"/g, "")) : made;
  const policy = res.getHeader("content-security-policy");
  const headers: Record<string, string> = {
    "Content-Type": type,
    "Cache-Control": html ? "public, no-cache" : String(res.getHeader("cache-control")),
    Vary: "Accept-Encoding",
    ETag: `"${createHash("sha256").update(plain).digest("base64url")}"`,
  };
  if (policy) headers["Content-Security-Policy"] = String(policy).replace(/ 'nonce-[^']*'| 'strict-dynamic'/g, "");
  return {
    status: res.statusCode,
    headers: res.statusCode === 200 ? headers : { ...headers, "Cache-Control": "no-store" },
    gzip: await zip(plain),
    plain: plain.length <= MOST_PLAIN ? plain : null,
  };
}

async function send(request: IncomingMessage, response: ServerResponse, document: Document): Promise<void> {
  const { status, headers } = document;
  if (request.headers["if-none-match"] === headers.ETag) {
    const { "Content-Type": _, "Content-Security-Policy": __, ...rest } = headers;
    // Without a body the policy of what is held there stays in force.
    response.removeHeader("Content-Security-Policy");
    response.writeHead(304, rest).end();
    return;
  }
  const zipped = acceptsGzip(request);
  const body = zipped ? document.gzip : (document.plain ?? (await unzip(document.gzip)));
  const encoding = zipped && { "Content-Encoding": "gzip" };
  response.writeHead(status, { ...headers, ...encoding, "Content-Length": body.length }).end(body);
}
