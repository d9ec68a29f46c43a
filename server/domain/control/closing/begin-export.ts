import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR } from "#server/kernel/time.ts";

/** In an account whose data are being downloaded, since then. */
export type Exporting = AccountCtx & { exportingSince: Date };

/** That everything of the account is about to be downloaded, on record before the first byte; also of a closed one. */
export async function beginExport(ctx: AccountCtx): Promise<Exporting> {
  requirePermission(ctx, "data:export");
  return await record(ctx);
}

/** The same by staff, for a reseller who cannot sign in any more. */
export async function beginExportOf(ctx: Ctx, code: string): Promise<Exporting> {
  requireOperator(ctx, "accounts:manage");
  return await record(await enterAccount(ctx, code, "live"));
}

/** Whole or broken off: the next can begin. One that took longer than an hour ends none that was begun since. */
export async function endExport({ db, account, exportingSince }: Exporting): Promise<void> {
  await db.prisma.account.updateMany({ where: { id: account.id, exportingSince }, data: { exportingSince: null } });
}

/** One at a time of an account: each reads all that it has. One whose process ended is waited for no longer than an hour. */
async function record(ctx: AccountCtx): Promise<Exporting> {
  const { id: accountId, code } = ctx.account;
  const now = ctx.clock.now();
  const isFree = [{ exportingSince: null }, { exportingSince: { lt: after(now, -HOUR) } }];
  await ctx.db.transaction(async (tx) => {
    const where = { id: accountId, OR: isFree };
    const { count } = await tx.prisma.account.updateMany({ where, data: { exportingSince: now } });
    if (count === 0) fail("conflict", "Everything is being downloaded at this moment. Wait until that is done.");
    await recordAudit(tx, ctx, { act: "account.export", accountId, subject: code });
  });
  return { ...ctx, exportingSince: now };
}
