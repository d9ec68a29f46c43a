import { normalizeIp } from "#server/kernel/addresses.ts";
import { behindOwnServer, namedAddress } from "#server/kernel/client-address.ts";

/** Where a page request comes from and with which browser. */
export type Client = { ip: string | null; userAgent: string };

/** Set by the server that looked at the connection; what a browser sends under this name never gets here. */
export const ADDRESS_HEADER = "x-client-address";

export function readClient(headers: Headers): Client {
  const userAgent = headers.get("user-agent") ?? "";
  const ip = behindOwnServer().now
    ? normalizeIp(headers.get(ADDRESS_HEADER) ?? "")
    : namedAddress((name) => [headers.get(name) ?? []].flat());
  return { ip, userAgent };
}

/** A browser says where a request was made: only our own pages change anything. */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin";
  const origin = headers.get("origin");
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get("host");
}
