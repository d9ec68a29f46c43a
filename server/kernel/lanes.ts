import { busy, isDatabaseBusy, isDatabaseDown } from "./database-errors.ts";
import type { Database } from "./db.ts";
import { processSingleton } from "./process-singleton.ts";

/** Something of one account's that locks its wallet, or what else others of the account wait for. */
export type Work = {
  accountId: number;
  /** Two that share one go into different transactions. */
  claims: string[];
};

type Rules<W extends Work, R> = {
  /** Does all of it in one transaction, waiting for locks for so long at most. Answers in the order of the works. */
  write(db: Database, works: W[], waitMs: number): Promise<R[]>;
  /** Works in one transaction at most; more wait for the next. */
  maxBatch?: number;
  /** How long those of one account wait for its own lock. */
  ownWaitMs?: number;
  /** Who has waited this long is told to come again. */
  patienceMs?: number;
};

type Waiting<W, R> = { work: W; since: number; resolve(result: R): void; reject(error: unknown): void };
type Lane<W, R> = { waiting: Waiting<W, R>[]; inFlight: boolean };
type Queue<W, R> = {
  waiting: Waiting<W, R>[];
  inFlight: number;
  /** Accounts whose lock did not come free in time: their works wait apart until one has been done. */
  lanes: Map<number, Lane<W, R>>;
};

/** Transactions under way at a time: while one commits, the next is being filled. */
const MAX_IN_FLIGHT = 2;
/** Fewer wait for the one under way: a transaction of a few costs the database almost as much as one of many. */
const WORTH_ANOTHER = 8;
/** How long works of many accounts wait for a wallet of one of them: a lock is held for a few milliseconds. */
const SHARED_WAIT_MS = 250;

/**
 * Works that arrive while others are being done go together into the next transaction: one commit and one visit to each
 * wallet for all of them. A lone one waits for nobody, and a wallet that somebody holds locked holds up its own account's
 * works only. However many of them there are, they hold three of the process's connections.
 */
export function inLanes<W extends Work, R>(
  name: string,
  { write, maxBatch = 48, ownWaitMs = 1_500, patienceMs = 3_000 }: Rules<W, R>,
): (db: Database, work: W) => Promise<R> {
  const worthAnother = Math.min(WORTH_ANOTHER, maxBatch);

  const queueOf = (db: Database): Queue<W, R> => {
    const queues = processSingleton(`lanes:${name}`, () => new WeakMap<Database, Queue<W, R>>());
    const queue = queues.get(db) ?? { waiting: [], inFlight: 0, lanes: new Map() };
    queues.set(db, queue);
    return queue;
  };

  function pump(db: Database, queue: Queue<W, R>): void {
    while (queue.inFlight < MAX_IN_FLIGHT && queue.waiting.length >= (queue.inFlight === 0 ? 1 : worthAnother)) {
      const batch = takeBatch(queue);
      queue.inFlight++;
      void settle(db, batch, SHARED_WAIT_MS).then((held) => {
        queue.inFlight--;
        if (held) toLanes(db, queue, batch);
        pump(db, queue);
      });
    }
  }

  /** A wallet of the batch was held: which one is not known, so each account's works go on alone, what waits included. */
  function toLanes(db: Database, queue: Queue<W, R>, batch: Waiting<W, R>[]): void {
    const held = new Set(batch.map(({ work }) => work.accountId));
    const [behind, others] = [true, false].map((is) =>
      queue.waiting.filter(({ work }) => held.has(work.accountId) === is),
    );
    queue.waiting = others!;
    for (const [accountId, own] of Map.groupBy([...batch, ...behind!], ({ work }) => work.accountId)) {
      const lane = queue.lanes.get(accountId) ?? { waiting: [], inFlight: false };
      lane.waiting.unshift(...own);
      queue.lanes.set(accountId, lane);
      pumpLane(db, queue, lane);
    }
  }

  /** One transaction at a time; when it is through, the account's works go with all others again. */
  function pumpLane(db: Database, queue: Queue<W, R>, lane: Lane<W, R>): void {
    if (lane.inFlight) return;
    const now = performance.now();
    const late = lane.waiting.filter(({ since }) => now - since > patienceMs);
    for (const { reject } of late) reject(busy());
    lane.waiting = lane.waiting.filter((waiting) => !late.includes(waiting));
    if (lane.waiting.length === 0) return;
    const batch = takeBatch(lane);
    lane.inFlight = true;
    void settle(db, batch, ownWaitMs).then((held) => {
      lane.inFlight = false;
      if (held) for (const { reject } of batch) reject(busy());
      else {
        queue.lanes.delete(batch[0]!.work.accountId);
        queue.waiting.push(...lane.waiting.splice(0));
        pump(db, queue);
      }
      pumpLane(db, queue, lane);
    });
  }

  function takeBatch(from: { waiting: Waiting<W, R>[] }): Waiting<W, R>[] {
    const batch: Waiting<W, R>[] = [];
    const rest: Waiting<W, R>[] = [];
    const claimed = new Set<string>();
    for (const waiting of from.waiting) {
      const { claims } = waiting.work;
      if (batch.length === maxBatch || claims.some((claim) => claimed.has(claim))) rest.push(waiting);
      else batch.push(waiting);
      for (const claim of claims) claimed.add(claim);
    }
    from.waiting = rest;
    return batch;
  }

  /** Answers everybody of the batch, or nobody: true when a wallet was held for longer than it may wait. */
  async function settle(db: Database, batch: Waiting<W, R>[], waitMs: number): Promise<boolean> {
    try {
      const works = batch.map(({ work }) => work);
      const results = await write(db, works, waitMs);
      batch.forEach(({ resolve }, i) => {
        resolve(results[i]!);
      });
    } catch (error) {
      // Nothing was written.
      if (isDatabaseBusy(error)) return true;
      // One that the database refuses must not take the others with it: each is tried alone.
      if (batch.length > 1 && !isDatabaseDown(error)) {
        const held = await Promise.all(batch.map((waiting) => settle(db, [waiting], waitMs)));
        for (const [i, { reject }] of batch.entries()) if (held[i]) reject(busy());
      } else for (const { reject } of batch) reject(error);
    }
    return false;
  }

  return (db, work) => {
    const queue = queueOf(db);
    return new Promise((resolve, reject) => {
      const waiting = { work, since: performance.now(), resolve, reject };
      const lane = queue.lanes.get(work.accountId);
      if (lane) {
        lane.waiting.push(waiting);
        setImmediate(pumpLane, db, queue, lane);
        return;
      }
      queue.waiting.push(waiting);
      // After everything that came in with this turn of the event loop.
      if (queue.waiting.length === 1 || queue.waiting.length === worthAnother) setImmediate(pump, db, queue);
    });
  };
}
