import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressBucket, normalizeIp } from "#server/kernel/addresses.ts";
import { isTrustedProxy } from "#server/kernel/client-address.ts";

/** Browsers open six; an office behind one address has many of these. A trusted proxy has as many as it likes. */
const MOST_PER_ADDRESS = 256;

/** Headers come within ten seconds and all of a request within thirty; who neither sends nor reads for two minutes is let go. */
export const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // How often the two above are looked at: every thirty seconds, if it is not said.
  connectionsCheckingInterval: 1_000,
  // Longer than proxies hold an idle connection, so that none is closed under a request of theirs.
  keepAliveTimeout: 65_000,
} as const;
const IDLE_MS = 120_000;

/** Closes what one address opens beyond its share, before a byte is read. */
export function limitConnections(server: Server): void {
  server.timeout = IDLE_MS;
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const ip = normalizeIp(socket.remoteAddress ?? "");
    if (isTrustedProxy(ip)) return;
    const bucket = addressBucket(ip);
    const count = (open.get(bucket) ?? 0) + 1;
    open.set(bucket, count);
    socket.once("close", () => {
      const left = open.get(bucket)! - 1;
      if (left > 0) open.set(bucket, left);
      else open.delete(bucket);
    });
    if (count > MOST_PER_ADDRESS) socket.destroy();
  });
}
