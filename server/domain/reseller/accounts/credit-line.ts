import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { LARGEST_AMOUNT, type Money, money, toNumeric } from "#server/kernel/money.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { CreditStatus } from "./account.ts";

/** What an account may owe, and for how long. */
export type CreditLine = {
  enabled: boolean;
  limit: Money;
  status: CreditStatus;
  paymentTermsDays: number;
};

export type CreditChange = {
  enabled?: boolean;
  limit?: Money;
  status?: Exclude<CreditStatus, "none">;
  holdReason?: string;
  paymentTermsDays?: number;
};

export type CreditAccount = { id: number; code: string; companyName: string; currency: string; line: CreditLine };

export async function getCreditAccount(db: Transaction, code: string): Promise<CreditAccount> {
  const account = await db.prisma.account.findUnique({ where: { code }, include: { wallet: true } });
  if (!account?.wallet)
    return fail("resource_not_found", `There is no account with the code ${code}.`, { field: "accountCode" });
  const { id, companyName, currency, paymentTermsDays } = account;
  const { creditEnabled: enabled, creditLimit: limit, creditStatus } = account.wallet;
  const line = { enabled, limit, status: creditStatus as CreditStatus, paymentTermsDays };
  return { id, code, companyName, currency, line };
}

/** As `set_credit` does it: a limit for an account without credit switches credit on. */
export function lineAfter(line: CreditLine, change: CreditChange): CreditLine {
  const enabled = change.enabled ?? (change.limit ? true : line.enabled);
  const kept = line.status === "none" ? "active" : line.status;
  return {
    enabled,
    limit: change.limit ?? line.limit,
    status: enabled ? (change.status ?? kept) : "none",
    paymentTermsDays: change.paymentTermsDays ?? line.paymentTermsDays,
  };
}

/** What can be owed under a line now. */
const worthOf = ({ enabled, limit, status }: CreditLine): Money => (enabled && status === "active" ? limit : money(0));

/** What a change puts at stake: what more can be owed, or all of the line when it may be owed for longer. Less is never a stake. */
export function creditStake(from: CreditLine, to: CreditLine): Money {
  const isLonger = to.paymentTermsDays > from.paymentTermsDays;
  const more = isLonger ? worthOf(to) : worthOf(to).minus(worthOf(from));
  return more.isNegative() ? money(0) : more;
}

export const sayLine = ({ enabled, limit, status, paymentTermsDays }: CreditLine, currency: string): string =>
  enabled
    ? `${sumText(limit, currency)}${status === "blocked" ? ", on hold" : ""}, ${paymentTermsDays > 0 ? `due in ${paymentTermsDays} days` : "without a due date"}`
    : "none";

/** As long as anybody gives; dates that far ahead are still dates. */
export const LONGEST_TERMS = 365;

/** Refuses what can be no credit line. */
export function requireCredit({
  limit,
  paymentTermsDays: days,
}: Pick<CreditChange, "limit" | "paymentTermsDays">): void {
  if (limit?.isNegative() || limit?.greaterThan(LARGEST_AMOUNT))
    fail("validation_error", `A credit line is from 0 to ${LARGEST_AMOUNT}, not ${limit}.`, { field: "limit" });
  if (days !== undefined && (!Number.isInteger(days) || days < 0 || days > LONGEST_TERMS))
    fail("validation_error", `Credit is due in 0 to ${LONGEST_TERMS} days, not ${days}.`, {
      field: "paymentTermsDays",
    });
}

/** In everything, also in the limit of a line that is off: words leave that out, and switching it on makes it count. */
const isSameLine = (a: CreditLine, b: CreditLine): boolean =>
  a.enabled === b.enabled &&
  a.status === b.status &&
  a.paymentTermsDays === b.paymentTermsDays &&
  a.limit.equals(b.limit);

/**
 * Changes a credit line, in force for the next order. `from` is the line that a decision was about: when it is another one
 * by now, nothing is changed.
 */
export async function changeCredit(
  ctx: Ctx,
  code: string,
  { from, ...change }: CreditChange & { from?: CreditLine },
  decided?: Decided,
): Promise<void> {
  requireApproval(ctx, "credit:manage");
  requireCredit(change);
  await ctx.db.closing(async (tx) => {
    await decided?.before(tx);
    // Whoever changes it at the same time comes after: what is compared is what is changed.
    await tx.query(sql`select from accounts where code = ${code} for no key update`);
    const account = await getCreditAccount(tx, code);
    if (from && !isSameLine(account.line, from))
      fail(
        "conflict",
        `The credit line of ${code} was changed meanwhile: it is ${sayLine(account.line, account.currency)} now.`,
      );
    const { says, last } = await applyCredit(tx, ctx, account, change);
    await decided?.after(tx, says);
    return [last];
  });
}

/** The record of a change and the notice to the team, what holds from now on, and the change itself: the wallet's lock comes last. */
async function applyCredit(
  tx: Transaction,
  ctx: Ctx,
  { id: accountId, code, currency, line }: CreditAccount,
  { enabled, limit, status, holdReason, paymentTermsDays }: CreditChange,
): Promise<{ says: string; last: Sql }> {
  const at = ctx.clock.now();
  const to = lineAfter(line, { enabled, limit, status, paymentTermsDays });
  const [before, after] = [sayLine(line, currency), sayLine(to, currency)];
  const details = { before, after, holdReason: holdReason ?? null };
  await recordAudit(tx, ctx, { act: "account.credit", accountId, subject: code, details });
  await tx.prisma.account.update({ where: { id: accountId }, data: { paymentTermsDays: to.paymentTermsDays } });
  if (before !== after) {
    const text = `We changed your credit line. It was: ${before}. It is now: ${after}.${to.status === "blocked" && holdReason ? ` Why it is on hold: ${holdReason}` : ""}`;
    await raiseNotifications(tx, at, [
      { accountId, environment: "live", kind: "credit.changed", subject: code, text, occasion: ulid() },
    ]);
  }
  const last = sql`
    select set_credit(${accountId}::int, ${to.enabled}::boolean, ${limit ? toNumeric(limit) : null}::numeric, ${status ?? null}::text,
      ${holdReason ?? null}::text, ${`credit:${ulid()}`}, ${at}::timestamptz)`;
  return { says: after, last };
}
