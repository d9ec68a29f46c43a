import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { ADDRESS_HEADER } from "#server/auth/client.ts";
import { normalizeIp } from "#server/kernel/addresses.ts";
import { isTrustedProxy } from "#server/kernel/client-address.ts";
import { env } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";

/** What proxies and networks tell of a request, and what overrides its method or path: nothing behind the door believes it. */
const TOLD =
  /^(?:x-forwarded(?:-.*)?|forwarded(?:-.*)?|via|x-real-.*|x-client.*|client-ip|true-client-ip|cf-.*|fastly-.*|fly-.*|x-cluster-client-ip|x-remote-.*|x-originating-.*|x-original-.*|x-rewrite-.*|x-envoy-.*|x-azure-.*|x-appengine-.*|x-vercel-.*|x-now-.*|x-host|x-http-.*|x-method-override|x-proxyuser-ip)$/;
/** What the parts of Next tell each other, what switches on modes that we do not use, and what proxy.ts writes. */
const INTERNAL =
  /^(?:x-middleware-.*|x-nextjs-.*|x-next-.*|x-invoke-.*|x-matched-path|x-prerender-.*|x-action-.*|next-action.*|next-resume.*|next-instant-.*|x-nonce|x-path|content-security-policy.*)$/;
/** How the portal's pages ask for parts of pages. */
const ROUTER_STATE = "next-router-state-tree";

/**
 * Deletes what a stranger could pretend with, and writes down the address that was worked out. Of what a trusted proxy says,
 * the address is read before, and whether people came over https stays.
 */
export function tidyHeaders(request: IncomingMessage, ip: string | null, { dev }: { dev: boolean }): void {
  const { headers } = request;
  const proto = protoOf(request);
  for (const name of Object.keys(headers)) if (TOLD.test(name) || (!dev && INTERNAL.test(name))) delete headers[name];
  if (proto !== null) headers["x-forwarded-proto"] = proto;
  headers[ADDRESS_HEADER] = ip ?? "";
  if (!isRouterState(headers[ROUTER_STATE])) delete headers[ROUTER_STATE];
}

/** How people came, as a trusted proxy says; null when nobody does. */
export function protoOf({ headers, socket }: IncomingMessage): string | null {
  const said = String(headers["x-forwarded-proto"]);
  return /^https?$/.test(said) && isTrustedProxy(normalizeIp(socket.remoteAddress ?? "")) ? said : null;
}

/** Behind a proxy that is not listed, this is said in the log. */
export function noticeProxy({ headers }: IncomingMessage, ip: string | null): void {
  if (headers["x-forwarded-for"] !== undefined && ip !== null && !env().trustedProxies)
    processSingleton("told-of-proxy", () => tell(ip));
}

/** Said once: behind a proxy that is not listed everybody is one address, and shares the limits of one. */
const tell = (ip: string) =>
  log().warn(
    { ip },
    "X-Forwarded-For is sent and not believed: if this address is a proxy of yours, list it in TRUSTED_PROXIES",
  );

/** Next answers 500 to one that it cannot read: without it, it sends the whole page. */
function isRouterState(sent: string | string[] | undefined): boolean {
  try {
    return parseAndValidateFlightRouterState(sent) !== undefined;
  } catch {
    return false;
  }
}
