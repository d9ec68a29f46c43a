import { type Database, isDatabaseDown, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { once } from "#server/kernel/once.ts";

/** One order on its way into the database. `compose` is called with the id it will have. */
export type Purchase = {
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

type Waiting = { purchase: Purchase; resolve(placement: Placement): void; reject(error: unknown): void };

/** Orders in one transaction at most; more wait for the next. */
const MAX_BATCH = 48;
/** Transactions under way at a time: while one commits, the next is being filled. */
const MAX_IN_FLIGHT = 2;
/** Fewer wait for the one under way: a transaction of a few costs the database almost as much as one of many. */
const WORTH_ANOTHER = 8;

/**
 * Orders that arrive while others are being written go together into the next transaction: one commit and one visit to
 * each wallet for all of them. A lone order waits for nobody.
 */
export function placePurchase(db: Database, purchase: Purchase): Promise<Placement> {
  const queue = queueOf(db);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ purchase, resolve, reject });
    // After everything that came in with this turn of the event loop.
    if (queue.waiting.length === 1 || queue.waiting.length === WORTH_ANOTHER) setImmediate(pump, db, queue);
  });
}

type Queue = { waiting: Waiting[]; inFlight: number };

const queueOf = (db: Database): Queue => {
  const queues = once("purchase-queues", () => new WeakMap<Database, Queue>());
  const queue = queues.get(db) ?? { waiting: [], inFlight: 0 };
  queues.set(db, queue);
  return queue;
};

function pump(db: Database, queue: Queue): void {
  while (queue.inFlight < MAX_IN_FLIGHT && queue.waiting.length >= (queue.inFlight === 0 ? 1 : WORTH_ANOTHER)) {
    const batch = takeBatch(queue);
    queue.inFlight++;
    void place(db, batch).finally(() => {
      queue.inFlight--;
      pump(db, queue);
    });
  }
}

function takeBatch(queue: Queue): Waiting[] {
  const batch: Waiting[] = [];
  const rest: Waiting[] = [];
  const claimed = new Set<string>();
  for (const waiting of queue.waiting) {
    const { claims } = waiting.purchase;
    if (batch.length === MAX_BATCH || claims.some((claim) => claimed.has(claim))) rest.push(waiting);
    else batch.push(waiting);
    for (const claim of claims) claimed.add(claim);
  }
  queue.waiting = rest;
  return batch;
}

async function place(db: Database, batch: Waiting[]): Promise<void> {
  try {
    const placements = await write(
      db,
      batch.map(({ purchase }) => purchase),
    );
    batch.forEach(({ resolve }, i) => {
      resolve(placements[i]!);
    });
  } catch (error) {
    // One order that the database refuses must not take the others with it: each is tried alone. Nothing was written.
    if (batch.length > 1 && !isDatabaseDown(error)) await Promise.all(batch.map((waiting) => place(db, [waiting])));
    else for (const { reject } of batch) reject(error);
  }
}

async function write(db: Database, purchases: Purchase[]): Promise<Placement[]> {
  const ids = await db.query<{ id: number }>(
    sql`select nextval('orders_id_seq') as id from generate_series(1, ${purchases.length}::int)`,
  );
  const rows = purchases.map((purchase, ord) => ({ ord, id: ids[ord]!.id, ...purchase.compose(ids[ord]!.id) }));
  const placements = await db.query<Placement & { ord: number }>(sql`
    select ord, outcome, response, balance, available, credit_enabled as "creditEnabled", credit_status as "creditStatus"
      from place_orders(${JSON.stringify(rows)}::jsonb)`);
  return placements.sort((a, b) => a.ord - b.ord);
}
