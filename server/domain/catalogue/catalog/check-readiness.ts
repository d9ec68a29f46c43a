import { hasUsableRate } from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { requireWritable } from "#server/kernel/writable.ts";

export type Check = { status: "ok" | "degraded" | "failed"; ageSeconds: number | null };

const CATALOG_WITHIN = DAY;
const JOBS_WITHIN = 5 * MINUTE;

/** Data directory and database can be written to, the database answers, the catalogue is filled and recent, the account's currency can be sold in, and jobs do not pile up. */
export async function checkReadiness(
  ctx: AccountCtx,
): Promise<Record<"database" | "catalog" | "exchange_rates" | "jobs", Check>> {
  const [state, rateUsable] = await Promise.all([
    requireWritable((isDue) =>
      ctx.db.query<{ packages: number; pulledAt: Date | null; oldestJobAt: Date | null; rateAt: Date | null }>(sql`
      with written as (
        insert into write_probes as p (id, written_at) select 1, now() where ${isDue}::boolean
        on conflict (id) do update set written_at = excluded.written_at)
      select (select count(*) from (select from packages where status = 'on_sale' limit 1) p) as packages,
             (select max(finished_at) from catalog_pulls where status = 'done') as pulled_at,
             (select min(run_at) from outbox_jobs) as oldest_job_at,
             (select fetched_at from fx_rates where currency = ${ctx.account.currency}) as rate_at`),
    ),
    hasUsableRate(ctx),
  ]);
  const { packages, pulledAt, oldestJobAt, rateAt } = one(state);
  const now = ctx.clock.now().getTime();
  const age = (time: Date | null) => (time ? Math.max(0, Math.round((now - time.getTime()) / SECOND)) : null);
  const recent = pulledAt !== null && now - pulledAt.getTime() < CATALOG_WITHIN + HOUR;
  const jobsLate = oldestJobAt !== null && now - oldestJobAt.getTime() > JOBS_WITHIN;
  return {
    database: { status: "ok", ageSeconds: null },
    catalog: { status: packages === 0 ? "failed" : recent ? "ok" : "degraded", ageSeconds: age(pulledAt) },
    exchange_rates: { status: rateUsable ? "ok" : "failed", ageSeconds: age(rateAt) },
    jobs: { status: jobsLate ? "degraded" : "ok", ageSeconds: age(oldestJobAt) },
  };
}
