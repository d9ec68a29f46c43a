import type { Transaction } from "./db.ts";
import { processSingleton } from "./process-singleton.ts";
import { neverReplica } from "./replica.ts";

/**
 * Holds something loaded from the database for as long as its version (`data_versions`) stands. The version is read with
 * every request, so a change is in force for the next one in every process; what is loaded may be newer than its stamp,
 * never older.
 */
export function versioned<T>(
  name: string,
  load: (db: Transaction) => Promise<T>,
): (db: Transaction, version: number) => Promise<T> {
  return (db, version) => {
    const held = processSingleton(`versioned:${name}`, () => ({
      version: -1,
      value: undefined as Promise<T> | undefined,
    }));
    if (held.value === undefined || held.version < version) {
      held.version = version;
      held.value = load(neverReplica(db)).catch((error) => {
        held.value = undefined;
        throw error;
      });
    }
    return held.value;
  };
}
