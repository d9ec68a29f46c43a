import { contains, normalizeIp } from "#server/kernel/addresses.ts";
import { env } from "#server/kernel/env.ts";
import { once } from "#server/kernel/once.ts";

/** Where a page request comes from and with which browser. */
export type Client = { ip: string | null; userAgent: string };

/** Set by the server that looked at the connection; what a browser sends under this name never gets here. */
export const ADDRESS_HEADER = "x-client-address";

/** True once `server/main.ts` serves the pages: it writes the header above on every request. */
export const behindOwnServer = () => once("behind-own-server", () => ({ now: false }));

export function readClient(headers: Headers): Client {
  const userAgent = headers.get("user-agent") ?? "";
  return { ip: behindOwnServer().now ? normalizeIp(headers.get(ADDRESS_HEADER) ?? "") : forwarded(headers), userAgent };
}

/** Where only Next runs, the platform's proxy writes the address: its right-most entry that is not a proxy of ours. */
function forwarded(headers: Headers): string | null {
  const trusted = env().trustedProxies;
  const entries = (headers.get("x-forwarded-for") ?? "").split(",").map((entry) => normalizeIp(entry.trim()));
  return entries.reverse().find((ip) => ip === null || !trusted || !contains(trusted, ip)) ?? null;
}

/** A browser says where a request was made: only our own pages change anything. */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site) return site === "same-origin";
  const origin = headers.get("origin");
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get("host");
}
