import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications, raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { chargedInMonth, lockAutoFunding, UNDER_WAY } from "./auto-funding-row.ts";
import { requireAmount, requireChargeable } from "./require-amount.ts";

/** Amounts in the account currency. */
export type AutoFunding = {
  enabled: boolean;
  /** Of what can be spent; the other three are null until it is switched on first. */
  threshold: Money | null;
  amount: Money | null;
  monthlyCap: Money | null;
  cardBrand: string | null;
  cardDigits: string | null;
  /** The last month in which it is valid: `2028-12`. */
  cardExpires: string | null;
  /** A page on which a card is being saved was opened, and it is not known what came of it. */
  cardPending: boolean;
  /** Reference of the charge whose outcome is not known yet. */
  underWay: string | null;
  /** Charged in this month (UTC), or under way. */
  thisMonth: Money;
  /** Attempts in a row that failed. */
  failures: number;
  retryAt: Date | null;
  /** When it was not the team that switched it off. */
  offReason: string | null;
};

/** Null: no card was ever saved. */
export async function getAutoFunding(ctx: AccountCtx): Promise<AutoFunding | null> {
  requirePermission(ctx, "balance:read");
  const [row] = await ctx.db.query<AutoFunding>(sql`
    select f.enabled, f.threshold, f.amount, f.monthly_cap, f.card_brand, f.card_digits, f.card_expires,
           f.setup_session is not null as card_pending, (${UNDER_WAY}) as under_way, (${chargedInMonth(ctx.clock.now())}) as this_month,
           f.failures, f.retry_at, f.off_reason
      from auto_fundings f where f.account_id = ${ctx.account.id}`);
  return row ?? null;
}

type Limits = { threshold: Money; amount: Money; monthlyCap: Money };

/** Switches it on, or changes it: the saved card is charged `amount` when what can be spent is below `threshold`. */
export async function setAutoFunding(ctx: AccountCtx, { threshold, amount, monthlyCap }: Limits): Promise<void> {
  requirePermission(ctx, "balance:manage");
  const { id: accountId, code, currency } = ctx.account;
  if (ctx.environment !== "live") fail("conflict", "Money is real in the live environment only. Switch to live.");
  requireAmount(threshold, "threshold");
  requireAmount(monthlyCap, "monthlyCap");
  requireChargeable(amount, currency);
  if (monthlyCap.lessThan(amount))
    fail("validation_error", "The most in a month is less than one charge.", { field: "monthlyCap" });
  await ctx.db.transaction(async (tx) => {
    await lockAutoFunding(tx, accountId);
    const limits = { threshold: toNumeric(threshold), amount: toNumeric(amount), monthlyCap: toNumeric(monthlyCap) };
    const { count } = await tx.prisma.autoFunding.updateMany({
      where: { accountId, card: { not: null } },
      data: { ...limits, enabled: true, failures: 0, retryAt: null, offReason: null, changedAt: ctx.clock.now() },
    });
    if (count === 0) fail("conflict", "No card is saved. Save one first.");
    await recordAudit(tx, ctx, { act: "funding.auto_on", accountId, subject: code, details: limits });
    const text = `Automatic funding is on: below ${sumText(threshold, currency)} the saved card is charged ${sumText(amount, currency)}, at most ${sumText(monthlyCap, currency)} a month.`;
    await raiseSecurityNotification(tx, ctx, { ...told(accountId, code), kind: "funding.changed", text });
  });
}

/** Returns the reference of a charge that was sent before: it is booked when it is made. */
export async function stopAutoFunding(ctx: AccountCtx): Promise<{ underWay: string | null }> {
  requirePermission(ctx, "balance:manage");
  const { id: accountId, code } = ctx.account;
  await ctx.db.transaction(async (tx) => {
    if (!(await switchOff(tx, ctx, accountId, null))) return;
    await recordAudit(tx, ctx, { act: "funding.auto_off", accountId, subject: code });
    const text = "Automatic funding is off: the saved card is not charged any more.";
    await raiseSecurityNotification(tx, ctx, { ...told(accountId, code), kind: "funding.changed", text });
  });
  return { underWay: (await getAutoFunding(ctx))?.underWay ?? null };
}

/** The same by the platform's own staff, who say why. */
export async function stopAutoFundingOf(ctx: Ctx, code: string, reason: string): Promise<void> {
  requireOperator(ctx, "money:move");
  if (reason.trim() === "") fail("validation_error", "Say why it is switched off.", { field: "reason" });
  const { id: accountId } = await getAccount(ctx, code);
  await ctx.db.transaction(async (tx) => {
    if (!(await switchOff(tx, ctx, accountId, `We switched it off: ${reason.trim()}`)))
      fail("conflict", `Automatic funding of ${code} is not on.`);
    await recordAudit(tx, ctx, { act: "funding.auto_off", accountId, subject: code, details: { reason } });
    const text = `We switched automatic funding off: ${reason.trim()} You can switch it on again on the balance page.`;
    const notice = { ...told(accountId, code), kind: "funding.automatic" as const, text, occasion: ulid() };
    await raiseNotifications(tx, ctx.clock.now(), [notice]);
  });
}

/** In the transaction that says so. False: it was off. */
export async function switchOff(tx: Transaction, ctx: Ctx, accountId: number, why: string | null): Promise<boolean> {
  await lockAutoFunding(tx, accountId);
  const { count } = await tx.prisma.autoFunding.updateMany({
    where: { accountId, enabled: true },
    data: { enabled: false, offReason: why, changedAt: ctx.clock.now() },
  });
  return count > 0;
}

const told = (accountId: number, subject: string) => ({ accountId, environment: "live" as const, subject });
