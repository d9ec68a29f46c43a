import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { requireAmount } from "./require-amount.ts";

/** In the account currency; `belowSince` while what can be spent is less than the threshold. */
export type BalanceAlert = { threshold: Money; recipients: string[]; belowSince: Date | null };

const MOST_RECIPIENTS = 10;

export async function findBalanceAlert(ctx: AccountCtx): Promise<BalanceAlert | null> {
  requirePermission(ctx, "balance:read");
  return await ctx.db.prisma.balanceAlert.findUnique({
    where: { accountId: ctx.account.id },
    select: { threshold: true, recipients: true, belowSince: true },
  });
}

/** Judged anew from now on: whoever sets it while the balance is below is told once more. */
export async function setBalanceAlert(
  ctx: AccountCtx,
  { threshold, recipients }: { threshold: Money; recipients: string[] },
): Promise<void> {
  requirePermission(ctx, "balance:manage");
  requireAmount(threshold, "threshold");
  const people = [...new Set(recipients.map((recipient) => recipient.trim().toLowerCase()))];
  if (people.length === 0 || people.length > MOST_RECIPIENTS)
    fail("validation_error", `Name 1 to ${MOST_RECIPIENTS} e-mail addresses.`, { field: "recipients" });
  await ctx.db.transaction(async (tx) => {
    const accountId = ctx.account.id;
    const data = {
      threshold: toNumeric(threshold),
      recipients: people,
      belowSince: null,
      updatedAt: ctx.clock.now(),
    };
    await tx.prisma.balanceAlert.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
    const details = { threshold: toNumeric(threshold), recipients: people };
    await recordAudit(tx, ctx, { act: "alert.set", accountId: ctx.account.id, subject: ctx.account.code, details });
  });
}

export async function clearBalanceAlert(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "balance:manage");
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.balanceAlert.deleteMany({ where: { accountId: ctx.account.id } });
    if (count > 0)
      await recordAudit(tx, ctx, { act: "alert.clear", accountId: ctx.account.id, subject: ctx.account.code });
  });
}
