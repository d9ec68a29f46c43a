import { type NewNotification, raiseNotifications, tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { type Debtor, later, listDebtors } from "./owed.ts";

/**
 * Tells resellers what is due within a week, once a week, and what is overdue: on the first day that it is, then once a week
 * until it is paid. Of what is overdue the platform's own staff are told as well. Returns how many accounts were told.
 */
export async function tellOfDues(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const week = weekOf(now.toISOString().slice(0, 10));
  const debtors = (await listDebtors(ctx)).map((debtor) => ({ debtor, notice: toNotice(debtor, week) }));
  return await ctx.db.transaction(async (tx) => {
    const raised = await raiseNotifications(
      tx,
      now,
      debtors.map(({ debtor, notice }) => ({ ...notice, debtor })),
    );
    for (const { debtor, kind, occasion } of raised) {
      if (kind !== "credit.overdue") continue;
      const text = `${debtor.companyName} owes ${overdueSince(debtor)}`;
      await tellOperators(tx, now, { kind: "credit.unpaid", subject: debtor.code, text, occasion });
    }
    return raised.length;
  });
}

function toNotice(debtor: Debtor, week: string): NewNotification {
  const { accountId, code, currency, overdue, dueSoon, dues } = debtor;
  const about = { accountId, environment: "live", subject: code } as const;
  const soon = dueSoon.isZero() ? "" : `${sumText(dueSoon, currency)} is due by ${lastSoon(dues)}.`;
  if (overdue.isZero())
    return {
      ...about,
      kind: "credit.due",
      occasion: week,
      text: `${soon} Transfer it, or pay by card, to the wallet: what comes in pays the oldest orders first.`,
    };
  return {
    ...about,
    kind: "credit.overdue",
    occasion: `${dues[0]!.dueOn} ${week}`,
    text: `You owe ${overdueSince(debtor)} ${soon && `Another ${soon} `}Transfer it, or pay by card, to the wallet. If it is on its way, there is nothing to do.`,
  };
}

const overdueSince = ({ overdue, currency, dues: [oldest] }: Debtor): string =>
  `${sumText(overdue, currency)} that is overdue: the oldest part was due on ${oldest!.dueOn}${oldest!.orEarlier ? " or earlier" : ""}.`;

const lastSoon = (dues: Debtor["dues"]): string => dues.findLast(({ state }) => state === "soon")!.dueOn!;

/** The Monday of a day's week. */
const weekOf = (day: string): string => later(day, -((new Date(day).getUTCDay() + 6) % 7));
