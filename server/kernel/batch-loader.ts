import { isDatabaseBusy, isDatabaseDown } from "./database-errors.ts";
import type { Transaction } from "./db.ts";
import { processSingleton } from "./process-singleton.ts";

/** Keys in one statement at most. */
const MOST = 64;
/** Statements under way at a time: while one is answered, the next is being filled. */
const MAX_IN_FLIGHT = 2;

type Waiting<K, V> = { key: K; resolve(value: V): void; reject(error: unknown): void };
type Queue<K, V> = { waiting: Waiting<K, V>[]; inFlight: number };

/**
 * One read for many: what is asked for while others are being answered goes together into the next statement. A lone
 * question waits for nobody, and each is answered by a statement that began after it was asked.
 * @param load answers all keys, in their order
 */
export function batchLoader<K, V>(
  name: string,
  load: (db: Transaction, keys: K[]) => Promise<V[]>,
): (db: Transaction, key: K) => Promise<V> {
  const queueOf = (db: Transaction): Queue<K, V> => {
    const queues = processSingleton(`batch-loader:${name}`, () => new WeakMap<Transaction, Queue<K, V>>());
    const queue = queues.get(db) ?? { waiting: [], inFlight: 0 };
    queues.set(db, queue);
    return queue;
  };

  const pump = (db: Transaction, queue: Queue<K, V>): void => {
    while (queue.inFlight < MAX_IN_FLIGHT && queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, MOST);
      queue.inFlight++;
      void answer(db, batch).finally(() => {
        queue.inFlight--;
        pump(db, queue);
      });
    }
  };

  const answer = async (db: Transaction, batch: Waiting<K, V>[]): Promise<void> => {
    try {
      const values = await load(
        db,
        batch.map(({ key }) => key),
      );
      batch.forEach(({ resolve }, i) => {
        resolve(values[i]!);
      });
    } catch (error) {
      // One question that the database refuses must not take the others with it: each is asked alone.
      if (batch.length > 1 && !isDatabaseDown(error) && !isDatabaseBusy(error))
        for (const waiting of batch) await answer(db, [waiting]);
      else for (const { reject } of batch) reject(error);
    }
  };

  return (db, key) =>
    new Promise((resolve, reject) => {
      const queue = queueOf(db);
      queue.waiting.push({ key, resolve, reject });
      // After everything that came in with this turn of the event loop.
      if (queue.waiting.length === 1) setImmediate(pump, db, queue);
    });
}
