import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { listFollowers } from "./list-followers.ts";

/** As it travels between cells: times as text, amounts as decimals in text. */
export type CellSums = {
  accounts: number;
  ordersToday: number;
  /** Of all wallets, by currency. */
  balances: { currency: string; balance: string }[];
  /** Since when the oldest order waits that has no outcome. */
  oldestOpenAt: string | null;
  workerAlive: boolean;
  /** When home's database was last heard of; null at home, and where nothing follows it. */
  homeHeardAt: string | null;
  /** At home: bytes of its log that each cell has not taken over yet, by the cell's number. */
  behind: { cell: number; bytes: number }[];
};

const BEATS_WITHIN_MS = 7 * SECOND;
const SENT_WITHIN_MS = MINUTE;

/** How this cell is doing; live orders alone. */
export async function measureCell(ctx: Ctx): Promise<CellSums> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  const reported = sql`exists (select from worker_pools where beat_at > ${after(now, -BEATS_WITHIN_MS)})`;
  // The jobs of an Inngest server are run by web processes: a worker is seen by what it sends on.
  const relayed = sql`not exists (select from outbox_jobs where run_at < ${after(now, -SENT_WITHIN_MS)})`;
  const today = new Date(now.toISOString().slice(0, 10));
  const [counts, balances, followers] = await Promise.all([
    ctx.db.query<Omit<CellSums, "balances" | "behind">>(sql`
      select (select count(*) from accounts where status = 'active') as accounts,
             (select count(*) from orders where environment = 'live' and created_at >= ${today}) as orders_today,
             (select to_json(min(created_at)) #>> '{}' from orders where environment = 'live' and status in ('queued', 'processing')) as oldest_open_at,
             ${env().inngest ? relayed : reported} as worker_alive,
             (select to_json(max(last_msg_receipt_time)) #>> '{}' from pg_stat_subscription
                where subid = (select oid from pg_subscription where subname = 'shared'
                                and subdbid = (select oid from pg_database where datname = current_database()))) as home_heard_at`),
    ctx.db.query<{ currency: string; balance: string }>(sql`
      select a.currency, sum(w.balance)::text as balance from wallets w join accounts a on a.id = w.account_id
       group by a.currency order by a.currency`),
    listFollowers(ctx.db),
  ]);
  const behind = followers.flatMap(({ number: cell, behindBytes: bytes }) => (bytes === null ? [] : { cell, bytes }));
  return { ...one(counts), balances, behind };
}
