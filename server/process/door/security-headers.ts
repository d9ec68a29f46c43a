import type { IncomingMessage, ServerResponse } from "node:http";
import { hostName, isOwnHost } from "#server/domain/reseller/brand/index.ts";
import { NO_PAGE_POLICY, SECURITY_HEADERS, transportSecurity } from "#server/http/security-headers.ts";
import { env } from "#server/kernel/env.ts";

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
