import { contains, normalizeIp } from "./addresses.ts";
import { env } from "./env.ts";
import { processSingleton } from "./process-singleton.ts";

/** True once `server/main.ts` serves: it looks at the connections, and it alone answers for the API. */
export const behindOwnServer = () => processSingleton("behind-own-server", () => ({ now: false }));

/** Whether what a connection says about others is believed. */
export function isTrustedProxy(ip: string | null): boolean {
  const trusted = env().trustedProxies;
  return ip !== null && trusted !== undefined && contains(trusted, ip);
}

/**
 * Where a request comes from: the connection's peer, or, when that is a trusted proxy, the right-most entry of
 * X-Forwarded-For that is not one. Null when the chain cannot be read: then no allowlist is passed.
 */
export function clientAddress(peer: string, forwarded: string[]): string | null {
  const socket = normalizeIp(peer);
  if (!isTrustedProxy(socket)) return socket;
  const last = lastStranger(forwarded);
  return last === "none" ? socket : last;
}

/**
 * Where only Next runs nobody sees the connection: the platform in front writes the address under the name that
 * CLIENT_ADDRESS_HEADER gives, over whatever was sent under it. Without that setting the address is not known.
 */
export function namedAddress(header: (name: string) => string[]): string | null {
  const name = env().clientAddressHeader;
  const last = name === undefined ? "none" : lastStranger(header(name));
  return last === "none" ? null : last;
}

/** The right-most entry that is no proxy of ours; null when one before it cannot be read. */
function lastStranger(lines: string[]): string | "none" | null {
  const chain = lines.flatMap((line) => line.split(",")).map((part) => normalizeIp(part.trim()));
  const last = chain.reverse().find((ip) => !isTrustedProxy(ip));
  return last === undefined ? "none" : last;
}
