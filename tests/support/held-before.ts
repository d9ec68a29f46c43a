import { type Database, database, type Sql, type Transaction } from "#server/kernel/db.ts";

/** A database whose statements of a kind (or transactions, as `begin`) wait to be released, as those of a process that stalls. */
export function heldBefore(text: string) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const hold = async (said: string) => {
    if (!said.includes(text)) return;
    held.resolve();
    await released.promise;
  };
  const holding = <Q extends Transaction>(of: Q): Q => ({
    ...of,
    async query(statement: Sql) {
      await hold(statement.text);
      return await of.query(statement);
    },
  });
  const real = database();
  const db: Database = {
    ...holding(real),
    get prisma() {
      return real.prisma;
    },
    async transaction(work) {
      await hold("begin");
      return await real.transaction((tx) => work(holding(tx)));
    },
  };
  return { db, isHeld: held.promise, release: released.resolve, fail: released.reject };
}
