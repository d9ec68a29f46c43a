import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import type { Account, AccountStatus, Plan } from "./account.ts";
import { getAccount } from "./get-account.ts";

export type AccountChange = {
  status?: AccountStatus;
  plan?: Plan;
  /** Null: the plan's. */
  rateMinute?: number | null;
  rateDay?: number | null;
  testEnabled?: boolean;
  liveEnabled?: boolean;
  failover?: boolean;
};

/** Changes what is given, leaves the rest. Takes effect on the next request. */
export async function changeAccount(ctx: Ctx, code: string, change: AccountChange): Promise<Account> {
  requireOperator(ctx, "accounts:manage");
  const { id, ...account } = await getAccount(ctx, code);
  const { status, plan, rateMinute, rateDay, testEnabled, liveEnabled, failover } = change;
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`
      update accounts
         set status = coalesce(${status ?? null}, status), plan = coalesce(${plan ?? null}, plan),
             rate_minute = case when ${rateMinute !== undefined}::boolean then ${rateMinute ?? null}::int else rate_minute end,
             rate_day = case when ${rateDay !== undefined}::boolean then ${rateDay ?? null}::int else rate_day end,
             test_enabled = coalesce(${testEnabled ?? null}::boolean, test_enabled),
             live_enabled = coalesce(${liveEnabled ?? null}::boolean, live_enabled), failover = coalesce(${failover ?? null}::boolean, failover)
       where id = ${id}`);
    const changed = Object.keys(change).filter((name) => change[name as keyof AccountChange] !== undefined);
    const before = Object.fromEntries(changed.map((name) => [name, account[name as keyof typeof account]]));
    const details = JSON.parse(JSON.stringify({ ...change, before }));
    await recordAudit(tx, ctx, { act: "account.change", accountId: id, subject: code, details });
  });
  return await getAccount(ctx, code);
}
