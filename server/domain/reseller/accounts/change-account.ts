import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
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
  if (liveEnabled && account.liveSince === null)
    fail("conflict", `${code} has not gone live yet: approve it, which opens the live environment.`);
  const closedAt = status && (status === "closed" ? (account.closedAt ?? ctx.clock.now()) : null);
  const data = { status, closedAt, plan, rateMinute, rateDay, testEnabled, liveEnabled, failover };
  await ctx.db.transaction(async (tx) => {
    // Judged by the statement that opens it: the deletion may begin at the same moment.
    const where = { id, ...(status === "active" && { erasingAt: null }) };
    const { count } = await tx.prisma.account.updateMany({ where, data });
    if (count === 0) fail("conflict", `What was personal in ${code} is deleted: open a new account instead.`);
    if (status === "closed") await lookAtPages(tx, id, ctx.clock.now());
    const changed = Object.keys(change).filter((name) => change[name as keyof AccountChange] !== undefined);
    const before = Object.fromEntries(changed.map((name) => [name, account[name as keyof typeof account]]));
    const details = JSON.parse(JSON.stringify({ ...change, before }));
    await recordAudit(tx, ctx, { act: "account.change", accountId: id, subject: code, details });
  });
  return await getAccount(ctx, code);
}

/** Payment pages on which its wallet could still be funded: the look that follows closes them. */
async function lookAtPages(tx: Transaction, accountId: number, now: Date): Promise<void> {
  const open = { method: "card", automatic: false, session: { not: null }, withdrawnAt: null, expiresAt: { gt: now } };
  const pages = await tx.prisma.fundingRequest.findMany({ where: { accountId, ...open }, select: { id: true } });
  for (const { id } of pages) await enqueue(tx, "settle-funding", { requestId: id });
}
