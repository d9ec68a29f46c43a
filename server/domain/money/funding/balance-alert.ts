import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { requireAmount } from "./require-amount.ts";

/** In the account currency; `belowSince` while what can be spent is less than the threshold. */
export type BalanceAlert = { threshold: Money; recipients: string[]; belowSince: Date | null };

const MOST_RECIPIENTS = 10;
/** Each time that it is set, the addresses can be told once more. */
const MOST_A_DAY = 20;

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
  await requireOwnPeople(ctx, people);
  await ctx.db.transaction(async (tx) => {
    const accountId = ctx.account.id;
    const data = {
      threshold: toNumeric(threshold),
      recipients: people,
      belowSince: null,
      updatedAt: ctx.clock.now(),
    };
    await tx.prisma.balanceAlert.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
    await limitTelling(tx, ctx);
    const details = { threshold: toNumeric(threshold), recipients: people };
    await recordAudit(tx, ctx, { act: "alert.set", accountId: ctx.account.id, subject: ctx.account.code, details });
  });
}

/** Before somebody of the platform has looked at the account, it has no stranger written to. */
async function requireOwnPeople({ db, account }: AccountCtx, recipients: string[]): Promise<void> {
  const { liveSince } = await db.prisma.account.findUniqueOrThrow({
    where: { id: account.id },
    select: { liveSince: true },
  });
  if (liveSince !== null) return;
  const where = { accountId: account.id, user: { email: { in: recipients } } };
  if ((await db.prisma.membership.count({ where })) < recipients.length)
    fail("validation_error", "Name people of your team: other addresses can be told once the account is live.", {
      field: "recipients",
    });
}

/** No mailbox is filled by setting it again and again. Whoever set it has locked it: one counts after the other. */
async function limitTelling(tx: Transaction, { account, clock }: AccountCtx): Promise<void> {
  const createdAt = { gt: after(clock.now(), -DAY) };
  const set = await tx.prisma.auditEntry.count({ where: { accountId: account.id, act: "alert.set", createdAt } });
  if (set >= MOST_A_DAY)
    fail("rate_limit_exceeded", `The alert was changed ${MOST_A_DAY} times within a day. Try again tomorrow.`);
}

export async function clearBalanceAlert(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "balance:manage");
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.balanceAlert.deleteMany({ where: { accountId: ctx.account.id } });
    if (count > 0)
      await recordAudit(tx, ctx, { act: "alert.clear", accountId: ctx.account.id, subject: ctx.account.code });
  });
}
