import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** One side of a movement of the books. */
export type JournalLine = {
  movement: number;
  at: Date;
  /** `revenue:airalo`, `wallet:ACC-…`. */
  account: string;
  currency: string;
  /** Debits above zero, credits below. */
  amount: Money;
  /** The fact that it books: `order:12:delivered`, `part:4`, `transfer:3`. */
  cause: string;
};

type Asked = { from?: Date; to?: Date };
const BATCH = 1_000;

/**
 * Every line of a period, in the order in which they were written, a thousand movements at a time. The movements of a period lie close
 * together but for those that are booked late, so that the ends are found once and then read by number.
 */
export async function* eachJournalLine(ctx: Ctx, { from, to }: Asked): AsyncGenerator<JournalLine> {
  requireOperator(ctx, "platform:read");
  const begin = from ?? new Date(0);
  const end = to ?? ctx.clock.now();
  const { first, last } = one(
    await ctx.db.query<{ first: number | null; last: number | null }>(
      sql`select min(id) as first, max(id) as last from journal_movements where at >= ${begin} and at < ${end}`,
    ),
  );
  if (first === null || last === null) return;
  for (let next = first; ; ) {
    const lines = await ctx.db.query<JournalLine>(sql`
      select l.movement, l.at, l.account, l.currency, l.amount, l.cause from (
        select * from journal_movements where id >= ${next}::bigint and id <= ${last}::bigint and at >= ${begin} and at < ${end} order by id limit ${BATCH}::int
      ) m join lateral (
        values (m.id, m.at, m.debit, m.currency, m.amount, m.cause), (m.id, m.at, m.credit, m.currency, -m.amount, m.cause)
      ) l(movement, at, account, currency, amount, cause) on true order by l.movement, l.amount desc`);
    yield* lines;
    if (lines.length < 2 * BATCH) return;
    next = lines.at(-1)!.movement + 1;
  }
}
