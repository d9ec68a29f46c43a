import { type Markup, pinRate, removeRule, setRule } from "#server/domain/catalogue/pricing/index.ts";
import { acceptDifference } from "#server/domain/control/statements/index.ts";
import { setBankAccount } from "#server/domain/money/funding/index.ts";
import { type Booking, booked, bookingStatement } from "#server/domain/money/ledger/index.ts";
import { inviteForPlatform } from "#server/domain/people/staff/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type CreditChange, type CreditLine, changeCredit } from "#server/domain/reseller/accounts/index.ts";
import { resolveReview } from "#server/domain/selling/actions/index.ts";
import { refundOrder } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Decided, ENTRY_TO_COME, nameEntry } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import type { Decision, Details } from "./decision.ts";

type Wanted = Pick<
  Decision,
  "kind" | "accountId" | "accountCode" | "subject" | "amount" | "bankReference" | "details" | "reason"
> & { askedAt?: Date };

/** Does what was decided, once, by the verb that does it; `decided` judges and records in the same transaction. */
export async function execute(asked: Ctx, wanted: Wanted, decided: Decided): Promise<void> {
  const { kind, subject, reason, details } = wanted;
  const { actor } = asked;
  // A job carries out what two operators decided for its time.
  if (actor.kind !== "operator" && actor.kind !== "job") fail("access_denied", "Decisions are made by operators.");
  const ctx: Ctx = actor.kind === "operator" ? { ...asked, actor: { ...actor, isDeciding: true } } : asked;
  switch (kind) {
    case "deposit":
    case "adjustment":
      return await book(ctx, kind, wanted, decided);
    case "refund":
      await refundOrder(ctx, subject, reason, decided);
      return;
    case "review": {
      const { as = "failed", supplierReference, withoutAnswer, order } = details;
      await resolveReview(ctx, subject, { as, supplierReference, withoutAnswer, order, note: reason }, decided);
      return;
    }
    case "credit":
      return await changeCredit(ctx, subject, readCredit(details.credit!), decided);
    case "price":
      return await changePrice(ctx, details.price!, decided);
    case "membership":
      return await inviteForPlatform(ctx, { ...details.membership!, accountCode: wanted.accountCode! }, decided);
    case "rate": {
      // A rate is as old as the wish for it, however late somebody agrees.
      const ageMs = wanted.askedAt ? ctx.clock.now().getTime() - wanted.askedAt.getTime() : 0;
      return await pinRate(ctx, { currency: subject, rate: money(details.rate!), verified: true, ageMs }, decided);
    }
    case "bank":
      return await setBankAccount(ctx, details.bank!, decided);
    case "difference":
      return await acceptDifference(ctx, subject, reason, decided);
  }
}

function readCredit({ from, change }: NonNullable<Details["credit"]>): CreditChange & { from: CreditLine } {
  const { limit, ...rest } = change;
  return { ...rest, ...(limit !== undefined && { limit: money(limit) }), from: { ...from, limit: money(from.limit) } };
}

async function changePrice(
  ctx: Ctx,
  { target, from, to }: NonNullable<Details["price"]>,
  decided: Decided,
): Promise<void> {
  const was = from && readMarkup(from);
  if (to) await setRule(ctx, target, { ...readMarkup(to), from: was }, decided);
  else await removeRule(ctx, target, { from: was }, decided);
}

const readMarkup = (text: { [K in keyof Markup]: string }): Markup => ({
  markupPercent: money(text.markupPercent),
  retailMarkupPercent: money(text.retailMarkupPercent),
});

/** A payment's cause is its bank reference: the same one a second time posts nothing. */
async function book(ctx: Ctx, kind: "deposit" | "adjustment", wanted: Wanted, decided: Decided): Promise<void> {
  const { accountId, subject, bankReference, details, reason } = wanted;
  const amount = wanted.amount!;
  const cause = kind === "deposit" ? `deposit:${bankReference}` : `adjustment:${details.cause}`;
  const description = kind === "deposit" ? `Deposit ${bankReference}` : reason;
  const booking: Booking = { accountId: accountId!, kind, amount, cause, description, grounds: "decision" };
  const { posted, ledgerReference } = await booked(
    booking,
    ctx.db.closing(async (tx) => {
      await decided.before(tx);
      const details = { amount: toNumeric(amount), reason, bankReference };
      await recordAudit(tx, ctx, { act: `wallet.${kind}`, accountId: accountId!, subject, details });
      await decided.after(tx, ENTRY_TO_COME);
      return [bookingStatement(ctx, booking), nameEntry];
    }),
  );
  if (!posted) fail("conflict", `This was booked before, as ${ledgerReference}.`, { field: "bankReference" });
}
