import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";

/** That everything of the account is about to be downloaded, on record before the first byte; also of a closed one. */
export async function beginExport(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "data:export");
  await record(ctx);
}

/** The same by staff, for a reseller who cannot sign in any more. */
export async function beginExportOf(ctx: Ctx, code: string): Promise<AccountCtx> {
  requireOperator(ctx, "accounts:manage");
  const inside = await enterAccount(ctx, code, "live");
  await record(inside);
  return inside;
}

/** Whole or broken off: the next can begin. */
export async function endExport(ctx: AccountCtx): Promise<void> {
  await ctx.db.prisma.account.update({ where: { id: ctx.account.id }, data: { exportingSince: null } });
}

/** One at a time of an account: each reads all that it has. One whose process ended is waited for no longer than an hour. */
async function record(ctx: AccountCtx): Promise<void> {
  const { id: accountId, code } = ctx.account;
  const now = ctx.clock.now();
  const isFree = [{ exportingSince: null }, { exportingSince: { lt: after(now, -HOUR) } }];
  await ctx.db.transaction(async (tx) => {
    const where = { id: accountId, OR: isFree };
    const { count } = await tx.prisma.account.updateMany({ where, data: { exportingSince: now } });
    if (count === 0) fail("conflict", "Everything is being downloaded at this moment. Wait until that is done.");
    await recordAudit(tx, ctx, { act: "account.export", accountId, subject: code });
  });
}
