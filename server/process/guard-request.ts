import type { IncomingMessage, ServerResponse } from "node:http";
import { hostName, isOwnHost } from "#server/domain/brand/index.ts";
import { pathOf } from "#server/http/message.ts";
import { NO_PAGE_POLICY, SECURITY_HEADERS, transportSecurity } from "#server/http/security-headers.ts";
import { env } from "#server/kernel/env.ts";

/** Forms and calls of pages are small. */
const MOST_BYTES = 256 * 1024;
/** Where other machines send to: they count what they read, and may send in parts of unknown length. */
const FROM_MACHINES = /^\/api\/(v1|suppliers|payments|inngest)(\/|$)/;

/** Headers that every answer has, also those that Next makes before any of our code is asked. Pages bring another policy. */
export function setSecurityHeaders(request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  response.setHeader("Content-Security-Policy", NO_PAGE_POLICY);
  if (env().publicUrl.startsWith("https:"))
    response.setHeader(
      "Strict-Transport-Security",
      transportSecurity(isOwnHost(hostName(request.headers.host ?? null))),
    );
}

/** Refuses what no page of ours sends, before a byte of the body is read. True when it was refused. */
export function refuseRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const path = pathOf(request.url ?? "");
  if (FROM_MACHINES.test(path)) return false;
  const { "content-length": length, "transfer-encoding": inParts } = request.headers;
  const tooLarge = inParts !== undefined ? 411 : Number(length ?? 0) > MOST_BYTES ? 413 : null;
  const status = tooLarge ?? (isWellFormed(path) ? null : 400);
  if (status === null) return false;
  response.writeHead(status, { Connection: "close", "Content-Length": 0 }).end();
  return true;
}

function isWellFormed(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
