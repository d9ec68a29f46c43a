import type { AccountCtx } from "#server/kernel/context.ts";
import { byVerb, rate } from "./orders-core.ts";

/** As `purchase-queue.ts` has them. */
const MAX_BATCH = 48;
const MAX_IN_FLIGHT = 2;
const WORTH_ANOTHER = 8;
const CLIENTS = [1, 2, 4, 8, 16, 32, 64, 128];
/** The two that the model's constants come from; all others are predicted. */
const KNOWN = [1, 128] as const;

/**
 * Orders per second on one account, by the number of clients, and what a model of the queue before the wallet's lock says:
 * two transactions are under way, the lock lets one of them work, and one of n orders holds it for `fixed + perOrder × n`.
 */
export async function lockQueue(
  context: AccountCtx,
  packageCode: string,
  seconds: number,
): Promise<{ clients: number; measured: number; modelled: number }[]> {
  const measured = new Map<number, number>();
  for (const clients of CLIENTS)
    measured.set(clients, await rate(seconds, byVerb([context], packageCode), { clients, warmUpMs: 300 }));
  const model = calibrate(measured.get(KNOWN[0])!, measured.get(KNOWN[1])!);
  return CLIENTS.map((clients) => ({ clients, measured: measured.get(clients)!, modelled: simulate(clients, model) }));
}

type Model = { fixedMs: number; perOrderMs: number };

/** One client always makes batches of one; with more than two full batches of clients every batch is full. */
function calibrate(alone: number, crowded: number): Model {
  const one = 1_000 / alone;
  const full = (1_000 * MAX_BATCH) / crowded;
  const perOrderMs = Math.max(0, (full - one) / (MAX_BATCH - 1));
  return { fixedMs: one - perOrderMs, perOrderMs };
}

/** Orders per second of clients that order again as soon as they are answered. */
function simulate(clients: number, { fixedMs, perOrderMs }: Model): number {
  const inFlight: number[] = [];
  let waiting = clients;
  let now = 0;
  let placed = 0;
  while (placed < 20_000) {
    while (inFlight.length < MAX_IN_FLIGHT && waiting >= (inFlight.length === 0 ? 1 : WORTH_ANOTHER)) {
      const size = Math.min(waiting, MAX_BATCH);
      inFlight.push(size);
      waiting -= size;
    }
    const size = inFlight.shift()!;
    now += fixedMs + perOrderMs * size;
    placed += size;
    waiting += size;
  }
  return Math.round((placed * 1_000) / now);
}
