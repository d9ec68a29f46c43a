import { ringEndpoints } from "#server/domain/messaging/webhooks/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { after } from "#server/kernel/time.ts";
import { type DrillState, MOST_KEPT, ORDER_SCENARIOS, PACE, seconds } from "./drill.ts";
import { judgeDrill } from "./judge-drill.ts";
import type { Seen } from "./judge-orders.ts";
import { sendDue } from "./send-due.ts";
import { revealedAt } from "./told-order.ts";

const NEXT_LOOK_MS = 500;
/** Longer than an endpoint can take to answer twice. */
const BUSY_MS = seconds(45);

/** One look at a drill: sends what is due, and ends it when its time or its work is over. */
export async function runDrill(ctx: Ctx, drillId: number): Promise<void> {
  const now = ctx.clock.now();
  const [drill] = await ctx.db.query<DrillState & { code: string }>(sql`
    update drills r set busy_until = ${after(now, BUSY_MS)} from accounts a
     where r.id = ${drillId} and a.id = r.account_id and r.ended_at is null and (r.busy_until is null or r.busy_until <= ${now})
    returning r.id, r.account_id, r.key_id, r.endpoint_id, r.started_at, r.ends_at, r.ended_at, r.calls, r.posts, a.code`);
  if (!drill) return await lookAgain(ctx, drillId);
  const own = await enterAccount(ctx, drill.code, "test");
  const waits = now < drill.endsAt && (await sendSafely(own, drill));
  if (now >= drill.endsAt || (!waits && isComplete(drill, now.getTime()))) await endDrill(own, drill);
  await ctx.db.query(sql`update drills set busy_until = null where id = ${drillId}`);
  await lookAgain(ctx, drillId);
}

async function lookAgain(ctx: Ctx, drillId: number): Promise<void> {
  const running = await ctx.db.prisma.drill.count({ where: { id: drillId, endedAt: null } });
  if (running > 0) await enqueue(ctx.db, "run-drill", { drillId }, after(ctx.clock.now(), NEXT_LOOK_MS));
}

/** An endpoint that was disabled meanwhile ends the webhooks, not the drill. */
async function sendSafely(ctx: AccountCtx, drill: DrillState): Promise<boolean> {
  const { endpointId } = drill;
  if (endpointId === null) return false;
  try {
    return await sendDue(ctx, { ...drill, endpointId });
  } catch (error) {
    if (!isServiceError(error)) throw error;
    log().info({ drill: drill.id, error: error.message }, "a drill could not send");
    return false;
  }
}

/** Everything was shown, and nothing has happened for a while. */
function isComplete({ calls }: DrillState, now: number): boolean {
  const shown = new Set(calls.map(({ scenario }) => scenario));
  if (!ORDER_SCENARIOS.every((scenario) => shown.has(scenario)) && calls.length < MOST_KEPT) return false;
  const last = Math.max(...calls.map((call) => Math.max(call.at, revealedAt(call) ?? 0)));
  return now > last + seconds(PACE.quiet);
}

async function endDrill(ctx: AccountCtx, drill: DrillState): Promise<void> {
  const now = ctx.clock.now();
  const requests = await ctx.db.query<Omit<Seen, "at"> & { createdAt: Date }>(sql`
    select request_id, operation, path, created_at from api_requests
     where key_id = ${drill.keyId} and account_id = ${drill.accountId} and created_at >= ${drill.startedAt} order by created_at limit 5000`);
  const [{ calls, posts }] = (await ctx.db.query<Pick<DrillState, "calls" | "posts">>(sql`
    select calls, posts from drills where id = ${drill.id}`)) as [Pick<DrillState, "calls" | "posts">];
  const seen = requests.map(({ createdAt, ...request }) => ({ ...request, at: createdAt.getTime() }));
  const report = judgeDrill({ ...drill, calls, posts }, seen, now);
  await ctx.db.query(sql`
    update drills set ended_at = ${now}, ends_at = least(ends_at, ${now}), report = ${storableJson(report)}::jsonb where id = ${drill.id}`);
  // What came to the endpoint meanwhile and was not sent goes its way.
  if (drill.endpointId !== null) await ringEndpoints(ctx.db, [drill.endpointId]);
}
