import { type Database, database, type Sql, type Transaction } from "#server/kernel/db.ts";

/** A database whose statements of a kind wait to be released, as those of a process that stalls. */
export function heldBefore(text: string) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const holding = <Q extends Transaction>(of: Q): Q => ({
    ...of,
    async query(statement: Sql) {
      if (statement.text.includes(text)) {
        held.resolve();
        await released.promise;
      }
      return await of.query(statement);
    },
  });
  const real = database();
  const db: Database = {
    ...holding(real),
    get prisma() {
      return real.prisma;
    },
    transaction: (work) => real.transaction((tx) => work(holding(tx))),
  };
  return { db, isHeld: held.promise, release: released.resolve, fail: released.reject };
}
