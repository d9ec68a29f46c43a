import { findOpenDifference } from "#server/domain/control/statements/index.ts";
import { paymentReference } from "#server/domain/money/ledger/index.ts";
import { getAccount } from "#server/domain/reseller/accounts/index.ts";
import { listReviews } from "#server/domain/selling/actions/index.ts";
import { refuseClosedCase } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference, parseOrderReference, ulid } from "#server/kernel/ids.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Ask, type Decision, KINDS } from "./decision.ts";
import { needsSecond, worthInUsd } from "./limits.ts";
import { planBank, planCredit, planMembership, planPrice, planRate } from "./plan-terms.ts";
import type { Planned } from "./planned.ts";

export type Plan = Planned &
  Pick<Decision, "kind" | "bankReference" | "reason" | "startsAt"> & { amountUsd: Money | null; needsSecond: boolean };

type AskOf<K extends Ask["kind"]> = Extract<Ask, { kind: K }>;

/** What would happen: to whom, how much, and whether a second person is needed. Refuses what cannot be asked for. */
export async function planApproval(ctx: Ctx, ask: Ask): Promise<Plan> {
  const { kind } = ask;
  requireOperator(ctx, KINDS[kind]);
  if (ask.reason.trim() === "") fail("validation_error", "Say why: it is kept on record.", { field: "reason" });
  const planned = await planOf(ctx, ask);
  const bankReference = kind === "deposit" ? paymentReference(ask.bankReference) : null;
  if (bankReference !== null) await refuseBookedTwice(ctx, bankReference);
  const amountUsd = await worthInUsd(ctx.db, planned);
  const { accountId } = planned;
  return {
    ...planned,
    kind,
    bankReference,
    reason: ask.reason.trim(),
    startsAt: (kind === "price" && ask.startsAt) || null,
    amountUsd,
    needsSecond: await needsSecond(ctx.db, ctx, { accountId, amountUsd }),
  };
}

function planOf(ctx: Ctx, ask: Ask): Promise<Planned> {
  switch (ask.kind) {
    case "deposit":
    case "adjustment":
      return planBooking(ctx, ask);
    case "refund":
      return planRefund(ctx, ask);
    case "review":
      return planReview(ctx, ask);
    case "credit":
      return planCredit(ctx, ask);
    case "price":
      return planPrice(ctx, ask);
    case "membership":
      return planMembership(ctx, ask);
    case "rate":
      return planRate(ctx, ask);
    case "bank":
      return planBank(ctx, ask);
    case "difference":
      return planDifference(ctx, ask);
  }
}

async function planBooking(ctx: Ctx, { kind, accountCode, amount }: AskOf<"deposit" | "adjustment">): Promise<Planned> {
  const { id: accountId, code, companyName, currency } = await getAccount(ctx, accountCode);
  if (kind === "deposit" && !(amount.isPositive() && !amount.isZero()))
    fail("validation_error", "A deposit is above zero. To take money out, use an adjustment.", { field: "amount" });
  if (amount.isZero()) fail("validation_error", "An adjustment of zero changes nothing.", { field: "amount" });
  const details = kind === "adjustment" ? { cause: ulid() } : {};
  return { accountId, accountCode: code, companyName, subject: code, amount, currency, details };
}

async function planReview(
  ctx: Ctx,
  { ref, as, supplierReference, withoutAnswer, order }: AskOf<"review">,
): Promise<Planned> {
  const [review] = await listReviews(ctx, { ref });
  if (!review) return refuseClosedCase(ref);
  const { accountCode, amount, currency } = review;
  const account = accountCode === null ? null : await getAccount(ctx, accountCode);
  const { id: accountId = null, companyName = null } = account ?? {};
  const details = {
    as,
    ...(supplierReference && { supplierReference }),
    ...(withoutAnswer && { withoutAnswer }),
    ...(order && { order }),
  };
  return { accountId, accountCode, companyName, subject: ref, amount: money(amount), currency, details };
}

/** At stake is what differs; what no amount says in US dollars is written off by nobody, and booked by nothing. */
async function planDifference(ctx: Ctx, { ref }: AskOf<"difference">): Promise<Planned> {
  const { amount, text } = await findOpenDifference(ctx.db, ref);
  return {
    ...{
      accountId: null,
      accountCode: null,
      companyName: null,
      subject: ref,
      amount: amount ?? money(0),
      currency: "USD",
    },
    details: { changes: [{ what: text, from: "open", to: "accepted" }] },
  };
}

async function planRefund(ctx: Ctx, { order: reference }: AskOf<"refund">): Promise<Planned> {
  const id = parseOrderReference(reference.trim().toUpperCase());
  type Row = {
    accountId: number;
    accountCode: string;
    companyName: string;
    amount: Money;
    currency: string;
    status: string;
    environment: string;
  };
  const [order] =
    id === null
      ? []
      : await ctx.db.query<Row>(sql`
          select o.account_id, a.code as account_code, a.company_name, o.total_amount - o.refunded_amount as amount,
                 o.currency, o.status, o.environment
            from orders o join accounts a on a.id = o.account_id where o.id = ${id}`);
  if (!order) return fail("resource_not_found", `There is no order ${reference.slice(0, 60)}.`, { field: "order" });
  if (order.environment !== "live") fail("conflict", "A test order was not charged.", { field: "order" });
  if (order.status !== "delivered" && order.status !== "partially_delivered")
    fail("conflict", `The order is ${order.status}. Only delivered orders are refunded by hand.`, { field: "order" });
  const { status: _status, environment: _environment, ...subject } = order;
  return { ...subject, subject: orderReference(id!), details: {} };
}

async function refuseBookedTwice(ctx: Ctx, bankReference: string): Promise<void> {
  if (bankReference.length < 3)
    fail("validation_error", "Give the payment's reference as it stands on the bank statement.", {
      field: "bankReference",
    });
  const [booked] = await ctx.db.query<{ code: string; outcome: string | null }>(sql`
    select a.code, d.outcome from decisions d join accounts a on a.id = d.account_id
     where d.bank_reference = ${bankReference} and d.status <> 'refused'`);
  if (booked)
    fail(
      "conflict",
      `The payment ${bankReference} is on record for ${booked.code}${booked.outcome ? ` as ${booked.outcome}` : ", waiting for approval"}.`,
      { field: "bankReference" },
    );
}
