import type { IncomingMessage, ServerResponse } from "node:http";
import { hostName, isOwnHost, siteOf, storefrontRoute } from "#server/domain/reseller/brand/index.ts";
import { BASE_PATH, MCP_PATH, OPENAPI_PATH, TOOLS_PATH } from "#server/http/dispatch.ts";
import { type ApiRequest, fromNode, pathOf } from "#server/http/message.ts";
import { NO_PAGE_POLICY, SECURITY_HEADERS, transportSecurity } from "#server/http/security-headers.ts";
import { addressBucket } from "#server/kernel/addresses.ts";
import { isCellPath } from "#server/kernel/cell-calls.ts";
import { clientAddress } from "#server/kernel/client-address.ts";
import { env } from "#server/kernel/env.ts";
import type { Relay } from "../relay/index.ts";
import { admitBody, isFromMachine } from "./limit-body.ts";
import { type Asker, admit, type Cost, readAsker } from "./limits.ts";
import { faultOfTarget } from "./read-target.ts";
import { refuse } from "./refuse.ts";
import { inTurn } from "./renders.ts";
import { noticeProxy, tidyHeaders } from "./tidy-headers.ts";

export { limitConnections, TIMEOUTS } from "./connections.ts";

type Work = () => Promise<void>;
/** Those that every answer has. */
type Headers = Readonly<Record<string, string>>;
/** What lies behind the door. */
type Rooms = {
  api(request: ApiRequest, message: IncomingMessage, response: ServerResponse, headers: Headers): Promise<void>;
  /** What other cells ask. */
  cells(message: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Whether there may be something under a path of the pages. */
  isKnown(path: string): boolean;
  /** Everything else. `render` says what it costs to ask Next, and answers itself when that is too much. */
  pages(message: IncomingMessage, response: ServerResponse, render: (work: Work) => Promise<void>): Promise<void>;
  /** What passes on what belongs in other cells, where there are any. */
  relay?: Relay | undefined;
};

const LOOKS_LIKE_API = /api\/v1/i;
/**
 * Files and drawings: many on a page, and as good as free. Each by its whole path: what only begins or ends like one is a page
 * that says that there is none, and is rendered.
 */
const FREE =
  /^\/(?:_next\/static\/.*|flags\/[^/]+\.svg|brands\/(?:live|test)\/[^/]+\/logo\.svg|pictures\/[^/]+|favicon\.ico|(?:docs-(?:copy|search|try)|shop-worker|store-search)\.js)$/;
/** The same of a shop, below where it is. */
const FREE_OF_SHOP = /^\/(?:logo|favicon)$/;
const SEARCH = /^(?:\/(?:test-)?store\/[^/]+)?\/[a-z]{2}\/search$/;

/**
 * The one door of the process. What passes has one reading, says nothing that only proxies and servers may say, and is
 * counted before anything is worked out for it.
 */
export function createDoor({ api, cells, isKnown, pages, relay }: Rooms, { dev }: { dev: boolean }) {
  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fault = faultOfTarget(message) ?? undefined;
    const ip = clientAddress(message.socket.remoteAddress ?? "", message.headersDistinct["x-forwarded-for"] ?? []);
    const { url = "" } = message;
    const headers = securityHeaders(message);
    // The API reads what was sent as it was sent, and believes none of what is deleted for Next. Its headers are written once.
    if (fault === undefined ? isApi(message) : LOOKS_LIKE_API.test(url)) {
      noticeProxy(message, ip);
      if (message.headers.expect !== undefined) response.writeContinue();
      const request = fromNode(message, { ip, fault });
      if (relay && fault === undefined && (await relay.api(request, message, response, headers))) return;
      return await api(request, message, response, headers);
    }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (fault !== undefined) return refuse(response, 400, fault);
    noticeProxy(message, ip);
    tidyHeaders(message, ip, { dev });
    const path = pathOf(url);
    if (isCellPath(path)) {
      if (!(await admit(response, "machine", { bucket: addressBucket(ip), userId: null }))) return;
      if (message.headers.expect !== undefined) response.writeContinue();
      return await cells(message, response);
    }
    if (!admitMethod(message, response, path)) return;
    const asker = await readAsker(message, ip);
    if (!(await admit(response, isFromMachine(path) ? "machine" : "any", asker))) return;
    if (relay && (await relay.page(message, response, ip))) return;
    if (!admitBody(message, response, path, asker)) return;
    if (message.headers.expect !== undefined) response.writeContinue();
    if (isFromMachine(path)) message.socket.setTimeout(0);
    if (!isKnown(path)) return refuse(response, 404, "Not found");
    await pages(message, response, (work) => render(message, response, path, asker, work));
  };
}

async function render(
  message: IncomingMessage,
  response: ServerResponse,
  path: string,
  asker: Asker,
  work: Work,
): Promise<void> {
  const cost = costOf(message, path);
  if (cost !== null && !(await admit(response, cost, asker))) return;
  const bounded = (cost === "page" || cost === "search") && asker.userId === null;
  if (!bounded) return await work();
  if (!(await inTurn(work))) refuse(response, 503, "Too much is asked at once. Try again.", { "Retry-After": 2 });
}

/** Null for what was counted already and costs no more. */
function costOf({ method, headers }: IncomingMessage, path: string): Cost | null {
  if (isFromMachine(path) || FREE.test(path) || isFreeOfShop(path, headers.host)) return null;
  if (SEARCH.test(path)) return "search";
  return method === "POST" || path.startsWith("/api/") ? "call" : "page";
}

function isFreeOfShop(path: string, host: string | undefined): boolean {
  const route = storefrontRoute(path, siteOf(hostName(host ?? null)));
  return route !== null && route !== "missing" && FREE_OF_SHOP.test(route.rest);
}

/** Calls, and the storefront's forms. Pages are only read: Next would render them for a POST as well. */
export const takesForms = (path: string): boolean =>
  path.startsWith("/api/") ||
  /\/(?:pay|done|take|refresh|replace|send|share|tell|unlock|currency|start|stop)$/.test(path);

function admitMethod({ method = "" }: IncomingMessage, response: ServerResponse, path: string): boolean {
  const methods = ["GET", "HEAD"];
  if (takesForms(path)) methods.push("POST");
  if (path === "/api/inngest") methods.push("PUT");
  if (methods.includes(method)) return true;
  refuse(response, 405, "This method is not answered here.", { Allow: methods.join(", ") });
  return false;
}

/** Like the API: a key, its limits and the request log, before anything else. */
export const isTool = (path: string): boolean =>
  path === MCP_PATH || path === TOOLS_PATH || path.startsWith(`${TOOLS_PATH}/`);

/** Reading the OpenAPI document is no part of the API. What is written in capitals is refused as the API refuses. */
function isApi({ method = "", url = "" }: IncomingMessage): boolean {
  const path = pathOf(url);
  if (path === OPENAPI_PATH && ["GET", "HEAD"].includes(method)) return false;
  const inSmall = path.toLowerCase();
  return isTool(inSmall) || inSmall === BASE_PATH || inSmall.startsWith(`${BASE_PATH}/`);
}

const HEADERS: Headers = { ...SECURITY_HEADERS, "Content-Security-Policy": NO_PAGE_POLICY };

/** Headers that every answer has, also those that Next makes before any of our code is asked. Pages bring another policy. */
function securityHeaders(request: IncomingMessage): Headers {
  if (!env().publicUrl.startsWith("https:")) return HEADERS;
  const isOwn = isOwnHost(hostName(request.headers.host ?? null));
  return { ...HEADERS, "Strict-Transport-Security": transportSecurity(isOwn) };
}
