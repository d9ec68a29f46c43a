import type { AccountCtx } from "#server/kernel/context.ts";
import { byVerb, rate } from "./orders-core.ts";

/** As `kernel/lanes.ts` has them. */
const MAX_BATCH = 48;
const MAX_IN_FLIGHT = 2;
const WORTH_ANOTHER = 8;
const CLIENTS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Those that the model's constants come from; all others are predicted. */
const [ALONE, SOME, CROWD] = [1, 16, 128];

/**
 * Orders per second on one account, by the number of clients, and what a model of the queue before the wallet's lock says:
 * two transactions are under way, the lock lets one of them work, and one of n orders holds it for `fixed + perOrder × n`.
 * Then the process answers and takes the next orders of those n, which takes it `own × n`.
 */
export async function lockQueue(
  context: AccountCtx,
  packageCode: string,
  seconds: number,
): Promise<{ clients: number; measured: number; modelled: number }[]> {
  const measured = new Map<number, number>();
  for (const clients of CLIENTS)
    measured.set(clients, await rate(seconds, byVerb([context], packageCode), { clients, warmUpMs: 300 }));
  const model = calibrate(measured.get(ALONE)!, measured.get(SOME)!, measured.get(CROWD)!);
  return CLIENTS.map((clients) => ({ clients, measured: measured.get(clients)!, modelled: simulate(clients, model) }));
}

type Model = { fixedMs: number; perOrderMs: number; ownMs: number };

/** From orders per second. A crowd fills every batch, and keeps the lock busy; of few the process is part of each round. */
function calibrate(alone: number, some: number, crowd: number): Model {
  const [one, round, full] = [1_000 / alone, (1_000 * SOME) / some, (1_000 * MAX_BATCH) / crowd];
  const perOrderMs = (round + (SOME - 1) * full - SOME * one) / (SOME - 1) / MAX_BATCH;
  return {
    perOrderMs,
    fixedMs: full - MAX_BATCH * perOrderMs,
    ownMs: one - full + (MAX_BATCH - 1) * perOrderMs,
  };
}

/** Orders per second of clients that order again as soon as they are answered. */
function simulate(clients: number, { fixedMs, perOrderMs, ownMs }: Model): number {
  const events: { at: number; size: number; what: "written" | "back" }[] = [];
  let [now, lockFreeAt, processFreeAt, waiting, inFlight, placed] = [0, 0, 0, clients, 0, 0];
  while (placed < 20_000) {
    while (inFlight < MAX_IN_FLIGHT && waiting >= (inFlight === 0 ? 1 : WORTH_ANOTHER)) {
      const size = Math.min(waiting, MAX_BATCH);
      lockFreeAt = Math.max(now, lockFreeAt) + fixedMs + perOrderMs * size;
      events.push({ at: lockFreeAt, size, what: "written" });
      waiting -= size;
      inFlight++;
    }
    const { at, size, what } = events.sort((a, b) => a.at - b.at).shift()!;
    now = at;
    if (what === "back") waiting += size;
    else {
      placed += size;
      inFlight--;
      processFreeAt = Math.max(now, processFreeAt) + ownMs * size;
      events.push({ at: processFreeAt, size, what: "back" });
    }
  }
  return Math.round((placed * 1_000) / now);
}
