import { findCharger } from "#server/domain/money/payments/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** Whether travellers can have top-ups bought by themselves: unless the reseller says otherwise, wherever the shop can take a card. */
export async function offersAutoTopups({ account, environment }: AccountCtx, db: Transaction): Promise<boolean> {
  if (!(await isEnabled(db, account.id, environment))) return false;
  return (await findCharger(db, account.id, environment)) !== null;
}

async function isEnabled(db: Transaction, accountId: number, environment: string): Promise<boolean> {
  const where = { accountId_environment: { accountId, environment } };
  return (await db.prisma.autoTopupSetting.findUnique({ where }))?.enabled ?? true;
}

export async function getAutoTopupSetting(ctx: AccountCtx): Promise<{ enabled: boolean; active: number }> {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  const enabled = await isEnabled(ctx.db, accountId, environment);
  const active = await ctx.db.prisma.autoTopup.count({ where: { accountId, environment, status: "active" } });
  return { enabled, active };
}

/** Switched off, nothing more is charged from that moment on; those that were allowed end with the next run, and their travellers are told. */
export async function setAutoTopups(ctx: AccountCtx, enabled: boolean): Promise<void> {
  requirePermission(ctx, "sales:offer");
  const of = tenant(ctx);
  const data = { enabled, changedAt: ctx.clock.now() };
  await ctx.db.transaction(async (tx) => {
    const where = { accountId_environment: of };
    await tx.prisma.autoTopupSetting.upsert({ where, create: { ...of, ...data }, update: data });
    const { accountId, environment } = of;
    await recordAudit(tx, ctx, { act: "auto_topups.set", accountId, subject: environment, details: { enabled } });
  });
}
