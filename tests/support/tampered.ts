import type { Ctx } from "#server/kernel/context.ts";
import { type Database, database, type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { system } from "./world.ts";

class Undo extends Error {}

/** The transaction as if it were the database: one statement after the other. */
function within(tx: Transaction): Database {
  let last: Promise<unknown> = Promise.resolve();
  const query = <Row>(statement: Sql): Promise<Row[]> => {
    const next = last.then(() => tx.query<Row>(statement));
    last = next.catch(() => {});
    return next;
  };
  const { prisma } = tx;
  return {
    query,
    prisma: prisma as Database["prisma"],
    transaction: (work) => work({ query, prisma }),
    closing: async <Row>(work: (tx: Transaction) => Promise<Sql[]>) => {
      const [first, ...more] = await work({ query, prisma });
      const rows = await query<Row>(first!);
      for (const statement of more) await query(statement);
      return rows;
    },
    close: () => database().close(),
  };
}

/** As somebody would who has the database's password: around the triggers. Undone after `look`. */
export async function whileTampered(tamper: readonly Sql[], look: (ctx: Ctx) => Promise<void>): Promise<void> {
  const undone = database().transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of tamper) await tx.query(statement);
    await look(system({ db: within(tx) }));
    throw new Undo();
  });
  await undone.catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
}
