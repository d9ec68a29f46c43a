import { type Database, one, sql, type Transaction } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { flushRequestLog } from "./record-request.ts";

/** Requests of a key that used quota since midnight, UTC. */
export async function countedToday(db: Transaction, keyId: number, now: Date): Promise<number> {
  const midnight = after(now, -(now.getTime() % DAY));
  const { _sum } = await db.prisma.keyUsage.aggregate({
    where: { keyId, minute: { gte: midnight } },
    _sum: { counted: true },
  });
  return _sum.counted ?? 0;
}

export type LastDay = { requests: number; errors: number; avgLatencyMs: number };

/** What a key did in the last 24 hours, to the minute; what this process has not written yet is written first. */
export async function summarizeLastDay(db: Database, keyId: number, now: Date): Promise<LastDay> {
  await flushRequestLog(db);
  const rows = await db.query<LastDay>(sql`
    select coalesce(sum(requests), 0)::int8 as requests, coalesce(sum(errors), 0)::int8 as errors,
           coalesce(round((sum(duration_ms) / nullif(sum(requests), 0))::numeric, 2), 0)::float8 as avg_latency_ms
      from key_usage where key_id = ${keyId} and minute > ${after(now, -DAY)}`);
  return one(rows);
}
