import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

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

async function record(ctx: AccountCtx): Promise<void> {
  const { id: accountId, code } = ctx.account;
  await ctx.db.transaction((tx) => recordAudit(tx, ctx, { act: "account.export", accountId, subject: code }));
}
