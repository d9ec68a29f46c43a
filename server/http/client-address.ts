import { contains, normalizeIp } from "#server/kernel/addresses.ts";
import { env } from "#server/kernel/env.ts";
import type { ApiRequest } from "./message.ts";

/**
 * Where the request comes from: the connection's peer, or, when that is a trusted proxy, the right-most entry of
 * X-Forwarded-For that is not one. Null when the chain cannot be read: then no allowlist is passed.
 */
export function clientAddress({ peer, header }: ApiRequest): string | null {
  const socket = normalizeIp(peer);
  const trusted = env().trustedProxies;
  if (socket === null || !trusted || !contains(trusted, socket)) return socket;
  const chain = header("x-forwarded-for")
    .flatMap((line) => line.split(","))
    .map((part) => part.trim());
  for (const entry of chain.reverse()) {
    const ip = normalizeIp(entry);
    if (ip === null) return null;
    if (!contains(trusted, ip)) return ip;
  }
  return socket;
}
