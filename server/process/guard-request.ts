import type { IncomingMessage, ServerResponse } from "node:http";
import { hostName, isOwnHost } from "#server/domain/brand/index.ts";
import { pathOf } from "#server/http/message.ts";
import { NO_PAGE_POLICY, SECURITY_HEADERS, transportSecurity } from "#server/http/security-headers.ts";
import { env } from "#server/kernel/env.ts";

/** Forms and calls of pages are small. */
const MOST_BYTES = 256 * 1024;
/** Where other machines send to: they count what they read, and may send in parts of unknown length. */
const FROM_MACHINES = /^\/api\/(v1|suppliers|payments|inngest)(\/|$)/;

/** Headers that every answer has, also those that Next makes before any of our code is asked. */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  if (/^\/(api|_next)\//.test(request.url ?? "")) response.setHeader("Content-Security-Policy", NO_PAGE_POLICY);
  if (env().publicUrl.startsWith("https:"))
    response.setHeader(
      "Strict-Transport-Security",
      transportSecurity(isOwnHost(hostName(request.headers.host ?? null))),
    );
}

/** Refuses a body that no page of ours sends before a byte of it is read. True when it was refused. */
export function refuseBody(request: IncomingMessage, response: ServerResponse): boolean {
  if (FROM_MACHINES.test(pathOf(request.url ?? ""))) return false;
  const { "content-length": length, "transfer-encoding": inParts } = request.headers;
  const status = inParts !== undefined ? 411 : Number(length ?? 0) > MOST_BYTES ? 413 : null;
  if (status === null) return false;
  response.writeHead(status, { Connection: "close", "Content-Length": 0 }).end();
  return true;
}
