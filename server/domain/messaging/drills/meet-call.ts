import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { type Asked, decideCall } from "./decide-call.ts";
import { type Call, MOST_KEPT } from "./drill.ts";

/** Remembers the call and says what it is met with; null when the drill has seen enough, or is over. */
export async function meetCall(ctx: AccountCtx, drillId: number, asked: Asked): Promise<Call | null> {
  return await ctx.db.transaction(async (tx) => {
    const [drill] = await tx.query<{ calls: Call[] }>(sql`
      select calls from drills where id = ${drillId} and account_id = ${ctx.account.id} and ended_at is null and ends_at > ${ctx.clock.now()}
         for update`);
    if (!drill || drill.calls.length >= MOST_KEPT) return null;
    const call = decideCall(drill.calls, asked);
    await tx.query(sql`update drills set calls = calls || ${storableJson([call])}::jsonb where id = ${drillId}`);
    return call;
  });
}

/** The order that came of it. */
export async function rememberOrder(ctx: AccountCtx, drillId: number, n: number, reference: string): Promise<void> {
  await ctx.db.query(sql`
    update drills set calls = jsonb_set(calls, array[${String(n - 1)}, 'reference'], to_jsonb(${reference}::text)) where id = ${drillId}`);
}

export async function readCalls(ctx: AccountCtx, drillId: number): Promise<Call[]> {
  const rows = await ctx.db.query<{ calls: Call[] }>(sql`
    select calls from drills where id = ${drillId} and account_id = ${ctx.account.id}`);
  return one(rows).calls;
}
