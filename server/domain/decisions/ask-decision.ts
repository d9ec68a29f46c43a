import { getAccount } from "#server/domain/accounts/index.ts";
import { listReviews } from "#server/domain/actions/index.ts";
import { recordAudit } from "#server/domain/audit/index.ts";
import { toUsd } from "#server/domain/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, type Queryable, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference, parseOrderReference, ulid } from "#server/kernel/ids.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { carryOut } from "./carry-out.ts";
import { type Ask, type Decision, type Details, FOUR_EYES_ABOVE_USD } from "./decision.ts";

export type Plan = Pick<
  Decision,
  | "kind"
  | "accountId"
  | "accountCode"
  | "companyName"
  | "subject"
  | "amount"
  | "currency"
  | "bankReference"
  | "details"
  | "reason"
> & { needsSecond: boolean };

/** What would happen: to whom, how much, and whether a second person is needed. Refuses what cannot be asked for. */
export async function planDecision(ctx: Ctx, ask: Ask): Promise<Plan> {
  requireOperator(ctx);
  if (ask.reason.trim() === "") fail("validation_error", "Say why: it is kept on record.", { field: "reason" });
  const subject = await findSubject(ctx, ask);
  const { amount, currency } = subject;
  if (ask.kind === "deposit" && !(amount.isPositive() && !amount.isZero()))
    fail("validation_error", "A deposit is above zero. To take money out, use an adjustment.", { field: "amount" });
  if (ask.kind === "adjustment" && amount.isZero())
    fail("validation_error", "An adjustment of zero changes nothing.", { field: "amount" });
  const bankReference = ask.kind === "deposit" ? ask.bankReference.trim().replace(/\s+/g, " ").toUpperCase() : null;
  if (bankReference !== null) await refuseBookedTwice(ctx, bankReference);
  const decided = await decidedToday(ctx, subject.accountId);
  const usd = await toUsd(ctx.db, amount.abs().plus(decided), currency);
  return {
    ...subject,
    kind: ask.kind,
    bankReference,
    details: detailsOf(ask),
    reason: ask.reason.trim(),
    needsSecond: usd === null || usd.greaterThan(FOUR_EYES_ABOVE_USD),
  };
}

/** Does it at once, or writes it down for a second person. */
export async function askDecision(ctx: Ctx, ask: Ask): Promise<{ id: number; status: "waiting" | "done" }> {
  const plan = await planDecision(ctx, ask);
  if (plan.needsSecond) return { id: await askForSecond(ctx, plan), status: "waiting" };
  let id = 0;
  await carryOut(ctx, plan, async (tx, outcome) => {
    id = await insert(tx, ctx, plan, { status: "done", outcome });
  });
  return { id, status: "done" };
}

async function askForSecond(ctx: Ctx, plan: Plan): Promise<number> {
  const { accountId, subject, kind, amount, currency, reason, details } = plan;
  return await ctx.db.transaction(async (tx) => {
    const id = await insert(tx, ctx, plan, { status: "waiting", outcome: null });
    const what = { decision: id, kind, amount: toNumeric(amount), currency, reason, as: details.as ?? null };
    await recordAudit(tx, ctx, { act: "decision.ask", accountId, subject, details: what });
    return id;
  });
}

type Kept = { status: "waiting" | "done"; outcome: string | null };

async function insert(tx: Queryable, ctx: Ctx, plan: Plan, { status, outcome }: Kept): Promise<number> {
  const at = ctx.clock.now();
  try {
    const rows = await tx.query<{ id: number }>(sql`
      insert into decisions (kind, account_id, subject, amount, currency, bank_reference, details, reason, status, asked_by, asked_at, decided_at, outcome)
      values (${plan.kind}, ${plan.accountId}, ${plan.subject}, ${toNumeric(plan.amount)}::numeric, ${plan.currency}, ${plan.bankReference},
              ${JSON.stringify(plan.details)}::jsonb, ${plan.reason}, ${status}, ${ctx.actor.name}, ${at}, ${status === "done" ? at : null}, ${outcome})
      returning id`);
    return one(rows).id;
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === "decisions_waiting_subject")
      fail("conflict", `A decision about ${plan.subject} waits already. Approve or refuse that one.`);
    if (constraint === "decisions_bank_reference")
      fail("conflict", `The payment ${plan.bankReference} was booked a moment ago.`, { field: "bankReference" });
    throw error;
  }
}

const detailsOf = (ask: Ask): Details =>
  ask.kind === "adjustment"
    ? { cause: ulid() }
    : ask.kind === "review"
      ? { as: ask.as, ...(ask.supplierReference && { supplierReference: ask.supplierReference }) }
      : {};

type Subject = Pick<Plan, "accountId" | "accountCode" | "companyName" | "subject" | "amount" | "currency">;

async function findSubject(ctx: Ctx, ask: Ask): Promise<Subject> {
  if (ask.kind === "deposit" || ask.kind === "adjustment") {
    const account = await getAccount(ctx, ask.accountCode);
    const { id: accountId, code, companyName, currency } = account;
    return { accountId, accountCode: code, companyName, subject: code, amount: ask.amount, currency };
  }
  if (ask.kind === "refund") return await findOrder(ctx, ask.order);
  const [review] = await listReviews(ctx, { ref: ask.ref });
  if (!review) return fail("conflict", `${ask.ref} is not under review: it was decided meanwhile.`);
  const { id: accountId, companyName } = await getAccount(ctx, review.accountCode);
  const { accountCode, amount, currency } = review;
  return { accountId, accountCode, companyName, subject: ask.ref, amount: money(amount), currency };
}

async function findOrder(ctx: Ctx, reference: string): Promise<Subject> {
  const id = parseOrderReference(reference.trim().toUpperCase());
  type Row = Omit<Subject, "subject"> & { status: string; environment: string };
  const [order] =
    id === null
      ? []
      : await ctx.db.query<Row>(sql`
          select o.account_id as "accountId", a.code as "accountCode", a.company_name as "companyName", o.total_amount - o.refunded_amount as amount,
                 o.currency, o.status, o.environment
            from orders o join accounts a on a.id = o.account_id where o.id = ${id}`);
  if (!order) return fail("resource_not_found", `There is no order ${reference.slice(0, 60)}.`, { field: "order" });
  if (order.environment !== "live") fail("conflict", "A test order was not charged.", { field: "order" });
  if (order.status !== "delivered" && order.status !== "partially_delivered")
    fail("conflict", `The order is ${order.status}. Only delivered orders are refunded by hand.`, { field: "order" });
  const { status: _status, environment: _environment, ...subject } = order;
  return { ...subject, subject: orderReference(id!) };
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

/** What this operator has decided alone about the account since yesterday: many small ones are a large one. */
async function decidedToday(ctx: Ctx, accountId: number): Promise<Money> {
  const rows = await ctx.db.query<{ sum: Money }>(sql`
    select coalesce(sum(abs(amount)), 0) as sum from decisions
     where account_id = ${accountId} and asked_by = ${ctx.actor.name} and status = 'done' and decided_by is null
       and asked_at > ${after(ctx.clock.now(), -DAY)}`);
  return one(rows).sum;
}
