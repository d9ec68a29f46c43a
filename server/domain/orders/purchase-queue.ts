import { busy, type Database, isDatabaseBusy, isDatabaseDown, lockWait, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { once } from "#server/kernel/once.ts";
import { storableJson } from "#server/kernel/storable.ts";

/** One order on its way into the database. `compose` is called with the id it will have. */
export type Purchase = {
  accountId: number;
  /** Its idempotency key and its reference: two orders that share one go into different transactions. */
  claims: string[];
  compose(id: number): PurchaseRow;
};

/** What `place_orders` reads; the names are those of its record. */
export type PurchaseRow = Record<string, unknown> & { account_id: number };

export type Placement = {
  outcome: "placed" | "replayed" | "key_conflict" | "reference_taken" | "insufficient";
  response: string | null;
  balance: Money;
  available: Money;
  creditEnabled: boolean;
  creditStatus: string;
};

type Waiting = { purchase: Purchase; since: number; resolve(placement: Placement): void; reject(error: unknown): void };

/** Orders in one transaction at most; more wait for the next. */
const MAX_BATCH = 48;
/** Transactions under way at a time: while one commits, the next is being filled. */
const MAX_IN_FLIGHT = 2;
/** Fewer wait for the one under way: a transaction of a few costs the database almost as much as one of many. */
const WORTH_ANOTHER = 8;
/** How long orders of many accounts wait for a wallet of one of them: a lock is held for a few milliseconds. */
const SHARED_WAIT_MS = 250;
/** And those of one account for its own. */
const OWN_WAIT_MS = 1_500;
/** Who has waited this long is told to come again. */
const PATIENCE_MS = 3_000;

type Queue = {
  waiting: Waiting[];
  inFlight: number;
  /** Accounts whose wallet did not come free in time: their orders wait apart until one has been placed. */
  lanes: Map<number, Lane>;
};

type Lane = { waiting: Waiting[]; inFlight: boolean };

/**
 * Orders that arrive while others are being written go together into the next transaction: one commit and one visit to
 * each wallet for all of them. A lone order waits for nobody, and a wallet that somebody holds locked holds up its own
 * account's orders only.
 */
export function placePurchase(db: Database, purchase: Purchase): Promise<Placement> {
  const queue = queueOf(db);
  return new Promise((resolve, reject) => {
    const waiting = { purchase, since: performance.now(), resolve, reject };
    const lane = queue.lanes.get(purchase.accountId);
    if (lane) {
      lane.waiting.push(waiting);
      setImmediate(pumpLane, db, queue, lane);
      return;
    }
    queue.waiting.push(waiting);
    // After everything that came in with this turn of the event loop.
    if (queue.waiting.length === 1 || queue.waiting.length === WORTH_ANOTHER) setImmediate(pump, db, queue);
  });
}

const queueOf = (db: Database): Queue => {
  const queues = once("purchase-queues", () => new WeakMap<Database, Queue>());
  const queue = queues.get(db) ?? { waiting: [], inFlight: 0, lanes: new Map() };
  queues.set(db, queue);
  return queue;
};

function pump(db: Database, queue: Queue): void {
  while (queue.inFlight < MAX_IN_FLIGHT && queue.waiting.length >= (queue.inFlight === 0 ? 1 : WORTH_ANOTHER)) {
    const batch = takeBatch(queue);
    queue.inFlight++;
    void place(db, batch, SHARED_WAIT_MS).then((held) => {
      queue.inFlight--;
      if (held) toLanes(db, queue, batch);
      pump(db, queue);
    });
  }
}

/** A wallet of the batch was held: which one is not known, so each account's orders go on alone. */
function toLanes(db: Database, queue: Queue, batch: Waiting[]): void {
  for (const [accountId, own] of Map.groupBy(batch, ({ purchase }) => purchase.accountId)) {
    const lane = queue.lanes.get(accountId) ?? { waiting: [], inFlight: false };
    lane.waiting.unshift(...own);
    queue.lanes.set(accountId, lane);
    pumpLane(db, queue, lane);
  }
}

/** One transaction at a time; when it is through, the account's orders go with all others again. */
function pumpLane(db: Database, queue: Queue, lane: Lane): void {
  if (lane.inFlight) return;
  const now = performance.now();
  const late = lane.waiting.filter(({ since }) => now - since > PATIENCE_MS);
  for (const { reject } of late) reject(busy());
  lane.waiting = lane.waiting.filter((waiting) => !late.includes(waiting));
  if (lane.waiting.length === 0) return;
  const batch = takeBatch(lane);
  lane.inFlight = true;
  void place(db, batch, OWN_WAIT_MS).then((held) => {
    lane.inFlight = false;
    if (held) for (const { reject } of batch) reject(busy());
    else {
      queue.lanes.delete(batch[0]!.purchase.accountId);
      queue.waiting.push(...lane.waiting.splice(0));
      pump(db, queue);
    }
    pumpLane(db, queue, lane);
  });
}

function takeBatch(from: { waiting: Waiting[] }): Waiting[] {
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
  const claimed = new Set<string>();
  for (const waiting of from.waiting) {
    const { claims } = waiting.purchase;
    if (batch.length === MAX_BATCH || claims.some((claim) => claimed.has(claim))) rest.push(waiting);
    else batch.push(waiting);
    for (const claim of claims) claimed.add(claim);
  }
  from.waiting = rest;
  return batch;
}

/** Answers everybody of the batch, or nobody: true when a wallet was held for longer than it may wait. */
async function place(db: Database, batch: Waiting[], waitMs: number): Promise<boolean> {
  try {
    const purchases = batch.map(({ purchase }) => purchase);
    const placements = await write(db, purchases, waitMs);
    batch.forEach(({ resolve }, i) => {
      resolve(placements[i]!);
    });
  } catch (error) {
    // Nothing was written.
    if (isDatabaseBusy(error)) return true;
    // One order that the database refuses must not take the others with it: each is tried alone.
    if (batch.length > 1 && !isDatabaseDown(error)) {
      const held = await Promise.all(batch.map((waiting) => place(db, [waiting], waitMs)));
      for (const [i, { reject }] of batch.entries()) if (held[i]) reject(busy());
    } else for (const { reject } of batch) reject(error);
  }
  return false;
}

async function write(db: Database, purchases: Purchase[], waitMs: number): Promise<Placement[]> {
  const ids = await db.query<{ id: number }>(
    sql`select nextval('orders_id_seq') as id from generate_series(1, ${purchases.length}::int)`,
  );
  const rows = purchases.map((purchase, ord) => ({ ord, id: ids[ord]!.id, ...purchase.compose(ids[ord]!.id) }));
  const placements = await db.query<Placement & { ord: number }>(sql`
    with ${lockWait(waitMs)}
    select ord, outcome, response, balance, available, credit_enabled as "creditEnabled", credit_status as "creditStatus"
      from waits, lateral place_orders(case when waits.ms <> '' then ${storableJson(rows)}::jsonb end)`);
  return placements.sort((a, b) => a.ord - b.ord);
}
