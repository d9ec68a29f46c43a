import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { FAILED } from "./supplier-health.ts";

export type SupplierPulse = {
  code: string;
  name: string;
  open: boolean;
  /** In the last five minutes, and how many of them got no answer that could be understood. */
  calls: number;
  failed: number;
  /** Whether the newest call of all was answered; null when there was none. */
  lastAnswered: boolean | null;
  lastCallAt: Date | null;
  isFailing: boolean;
};

const LOOK_BACK = 5 * MINUTE;

/** Few calls count as well: a supplier with little traffic is not left to fail for an hour. */
const isFailing = ({ calls, failed }: Pick<SupplierPulse, "calls" | "failed">): boolean =>
  (failed >= 2 && failed >= calls / 2) || (failed >= 5 && failed >= calls / 5);

/** How each supplier answers right now: what people are called for. */
export async function takePulse(ctx: Ctx): Promise<SupplierPulse[]> {
  requireOperator(ctx, "platform:read");
  const since = after(ctx.clock.now(), -paced(LOOK_BACK));
  const suppliers = await ctx.db.query<Omit<SupplierPulse, "isFailing">>(sql`
    select s.code, s.name, s.open, r.calls, r.failed, l.outcome not in ${FAILED} as last_answered, l.created_at as last_call_at
      from suppliers s
     cross join lateral (
       select count(*)::int as calls, (count(*) filter (where outcome in ${FAILED}))::int as failed
         from supplier_calls c where c.supplier_code = s.code and c.created_at > ${since}) r
      left join lateral (
       select outcome, created_at from supplier_calls c where c.supplier_code = s.code order by created_at desc limit 1) l on true
     order by s.code`);
  return suppliers.map((supplier) => ({ ...supplier, isFailing: isFailing(supplier) }));
}

export type SupplierMinute = {
  minute: Date;
  calls: number;
  failed: number;
  /** Null without a call. */
  medianMs: number | null;
};

export type FailedCall = { operation: string; outcome: string; response: string; at: Date };

export type SupplierRecent = { code: string; minutes: SupplierMinute[]; failures: FailedCall[] };

const SHOWN_MINUTES = 30;
const SAMPLES = 3;

/** The last half hour of each supplier by the minute, oldest first, and its newest calls without an answer. */
export async function listRecentCalls(ctx: Ctx): Promise<SupplierRecent[]> {
  requireOperator(ctx, "platform:read");
  const end = new Date(Math.floor(ctx.clock.now().getTime() / MINUTE) * MINUTE);
  const begin = after(end, -(SHOWN_MINUTES - 1) * MINUTE);
  const [minutes, failures] = await Promise.all([
    ctx.db.query<SupplierMinute & { code: string }>(sql`
      select s.code, m.minute, coalesce(c.calls, 0)::int as calls, coalesce(c.failed, 0)::int as failed, c.median_ms
        from suppliers s cross join generate_series(${begin}::timestamptz, ${end}::timestamptz, interval '1 minute') as m(minute)
        left join lateral (
          select count(*) as calls, count(*) filter (where outcome in ${FAILED}) as failed,
                 percentile_cont(0.5) within group (order by duration_ms) as median_ms
            from supplier_calls c
           where c.supplier_code = s.code and c.created_at >= m.minute and c.created_at < m.minute + interval '1 minute') c on true
       order by s.code, m.minute`),
    ctx.db.query<FailedCall & { code: string }>(sql`
      select s.code, c.operation, c.outcome, left(c.response, 500) as response, c.created_at as at
        from suppliers s cross join lateral (
          select operation, outcome, response, created_at from supplier_calls c
           where c.supplier_code = s.code and c.outcome in ${FAILED} and c.created_at > ${begin}
           order by c.created_at desc limit ${SAMPLES}::int) c
       order by s.code, c.created_at desc`),
  ]);
  const codes = [...new Set(minutes.map(({ code }) => code))];
  const of = <T extends { code: string }>(rows: T[], code: string) =>
    rows.filter((row) => row.code === code).map(({ code: _code, ...row }) => row);
  return codes.map((code) => ({ code, minutes: of(minutes, code), failures: of(failures, code) }));
}
