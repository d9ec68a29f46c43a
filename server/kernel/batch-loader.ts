import { Batcher, perDatabase } from "./batcher.ts";
import type { Transaction } from "./db.ts";

/** Keys in one statement at most. */
const MOST = 64;

/**
 * One read for many: what is asked for while others are being answered goes together into the next statement. A lone
 * question waits for nobody, and each is answered by a statement that began after it was asked.
 * @param load answers all keys, in their order
 */
export function batchLoader<K, V>(
  name: string,
  load: (db: Transaction, keys: K[]) => Promise<V[]>,
): (db: Transaction, key: K) => Promise<V> {
  const questions = perDatabase(
    `batch-loader:${name}`,
    (db: Transaction) => new Batcher<K, V>({ run: (keys) => load(db, keys), most: MOST }),
  );
  return (db, key) => questions(db).add(key);
}
