import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { DAY } from "#server/kernel/time.ts";
import { hasWorkedFor } from "#server/kernel/uptime.ts";
import { writeTogether } from "#server/kernel/write-together.ts";
import { disableFailing } from "./disable-failing.ts";
import { pauseFor } from "./retry-schedule.ts";
import { ringEndpoints } from "./ring-endpoints.ts";

/** An attempt that is over; keys are those that `book_attempts` reads. */
export type MadeAttempt = {
  delivery_id: number;
  endpoint_id: number;
  headers: Record<string, string>;
  http_status: number | null;
  response: string | null;
  /** In words, null for a 2xx. */
  error: string | null;
  duration_ms: number;
  /** Null: there is no further one. */
  next_attempt_at: Date | null;
  at: Date;
};

/** An endpoint as it stands after its attempts were booked. */
export type Standing = {
  endpointId: number;
  status: "active" | "disabled";
  failureCount: number;
  failingSince: Date | null;
  url: string;
  /** Encrypted. */
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
};

const DISABLE_AFTER = 5 * DAY;
const GONE = 410;

/**
 * Writes what the attempts came to: the record, the deliveries' states, the endpoints' counters and the next bells, in one
 * statement; then pauses and disables what failed too often. Returns how the endpoints stood before that. Never throws: what cannot be written is attempted again when
 * its claim ends.
 */
export async function bookAttempts(ctx: Ctx, made: MadeAttempt[]): Promise<Standing[]> {
  try {
    const standings = await write(ctx, made);
    await judge(ctx, made, standings);
    return standings;
  } catch (error) {
    log().error({ attempts: made.length, error: (error as Error).message }, "attempts could not be booked");
    return [];
  }
}

async function write(ctx: Ctx, made: MadeAttempt[]): Promise<Standing[]> {
  return await writeTogether(
    made.map((attempt, ord) => ({ ord, ...attempt })),
    (rows) =>
      ctx.db.query<Standing>(sql`
        select endpoint_id, status, failure_count, failing_since, url, secret, previous_secret
          from book_attempts(${storableJson(rows)}::jsonb, ${ctx.clock.now()})`),
    ({ delivery_id }, { message }) =>
      log().error({ delivery: delivery_id, error: message }, "an attempt could not be booked"),
  );
}

async function judge(ctx: Ctx, made: MadeAttempt[], standings: Standing[]): Promise<void> {
  const now = ctx.clock.now();
  const gone = new Set(made.filter((attempt) => attempt.http_status === GONE).map((attempt) => attempt.endpoint_id));
  const failing = standings.filter(({ status, failureCount }) => status === "active" && failureCount > 0);
  for (const { endpointId, failingSince } of failing)
    if (gone.has(endpointId)) await disableFailing(ctx, endpointId, "It answered 410 Gone.");
    else if (failingSince && (await hasWorkedFor(ctx, failingSince, DISABLE_AFTER)))
      await disableFailing(ctx, endpointId, "Every attempt of the last 5 days failed.");
  await pause(ctx, failing, now);
}

/** Endpoints that only fail are left alone for a while, and probed at its end. */
async function pause(ctx: Ctx, failing: Standing[], now: Date): Promise<void> {
  const pauses = failing.flatMap(({ endpointId, failureCount, failingSince }) => {
    const ms = pauseFor(failureCount, now.getTime() - (failingSince ?? now).getTime());
    return ms === null ? [] : { endpointId, until: inTime(now, ms) };
  });
  if (pauses.length === 0) return;
  const ids = pauses.map(({ endpointId }) => endpointId);
  await ctx.db.query(sql`
    with paused as (
      update webhook_endpoints w set paused_until = p.until
        from unnest(${ids}::int[], ${pauses.map(({ until }) => until)}::timestamptz[]) p(id, until)
       where w.id = p.id and w.failure_count > 0 returning w.id)
    select count(id) from paused`);
  await ringEndpoints(ctx.db, ids);
}
