import type { LookupFunction } from "node:net";
import { Pool } from "undici";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import { type Address, checkAddress, type Refused, type Vetted } from "./address-rule.ts";
import { MAX_WINDOW } from "./flow.ts";

/** Kept connections to one endpoint. They lead to the addresses that were vetted, whatever the name means by now. */
type Kept = {
  pool: Pool;
  pinnedTo: string;
  madeAt: number;
  /** The endpoint closes connections that it promised to keep: each is used once. */
  usedOnce: boolean;
};

const CONNECT_WITHIN_MS = 5 * SECOND;
const IDLE_MS = 2 * SECOND;
const MAX_AGE_MS = MINUTE;
const MAX_ENDPOINTS = 256;
/** Attempts that begin together share one look at their address and the DNS. */
const SHARED_CHECK_MS = 100;

const kept = () => processSingleton("webhook-connections", () => new Map<number, Kept>());
const checks = () => processSingleton("webhook-address-checks", () => new Map<string, Promise<Vetted | Refused>>());

/** Whether the address may be dialled now, and where it leads. */
export function vetAddress(address: string): Promise<Vetted | Refused> {
  const running = checks();
  const known = running.get(address);
  if (known) return known;
  const check = checkAddress(address);
  running.set(address, check);
  void check.finally(() => setTimeout(() => running.delete(address), SHARED_CHECK_MS).unref());
  return check;
}

/** A connection was closed before it could be used again. */
export function useOnce(endpointId: number): void {
  const known = kept().get(endpointId);
  if (known) known.usedOnce = true;
}

/** For the end of the process: nothing is kept. */
export async function closeConnections(): Promise<void> {
  const pools = [...kept().values()];
  kept().clear();
  await Promise.allSettled(pools.map(({ pool }) => pool.destroy()));
}

/** Connections to what was vetted: used again while the name leads to the same places. A pool that was left takes no more. */
export function keepConnections(endpointId: number, { url: { origin }, addresses }: Vetted): Kept {
  const pools = kept();
  const known = pools.get(endpointId);
  const pinnedTo = [origin, ...addresses.map(({ address }) => address).sort()].join(" ");
  // What was used last stands last.
  pools.delete(endpointId);
  if (known && known.pinnedTo === pinnedTo && performance.now() - known.madeAt < MAX_AGE_MS) {
    pools.set(endpointId, known);
    return known;
  }
  if (known) leave(known);
  const pool = new Pool(origin, {
    connect: { timeout: CONNECT_WITHIN_MS, ...(addresses.length > 0 && { lookup: only(addresses) }) },
    // What begins while another's connection is about to be free waits for that.
    connections: MAX_WINDOW,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    // An attempt has one limit of its own, over everything.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const made = { pool, pinnedTo, madeAt: performance.now(), usedOnce: known?.usedOnce ?? false };
  pools.set(endpointId, made);
  for (const [oldest, connection] of pools) {
    if (pools.size <= MAX_ENDPOINTS) break;
    pools.delete(oldest);
    leave(connection);
  }
  return made;
}

/** Requests under way end in peace. */
const leave = ({ pool }: Kept): void => void pool.close().catch(() => {});

/** What was checked is what is dialled. */
const only =
  (addresses: Address[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else done(null, first!.address, first!.family);
  };
