import { type Booking, booked, bookingStatement } from "#server/domain/money/ledger/index.ts";
import { platformProvider } from "#server/domain/money/payments/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { followCharge } from "./charge-card.ts";

/** After this a payment that nobody could read is before people. */
const READ_FOR = 30 * DAY;

type Open = {
  id: number;
  accountId: number;
  code: string;
  isClosed: boolean;
  reference: string;
  amount: Money;
  currency: string;
  session: string | null;
  expiresAt: Date | null;
  askedAt: Date;
  /** A page that was given up: only that it was paid after all counts. */
  withdrawnAt: Date | null;
  /** Of a saved card that is charged without anybody there. */
  automatic: boolean;
  customer: string | null;
  card: string | null;
};

/**
 * Looks whether a card payment was made, and books it once: the deposit's cause is the reference. Can be run at any time,
 * also side by side: a webhook, a visit of the page, the next look and the sweeper all end here.
 */
export async function settleFunding(ctx: Ctx, requestId: number): Promise<void> {
  const [open] = await ctx.db.query<Open>(sql`
    select f.id, f.account_id, a.code, a.status = 'closed' as is_closed, f.reference, f.amount, f.currency, f.session, f.expires_at, f.asked_at,
           f.withdrawn_at, f.automatic, f.customer, f.card
      from funding_requests f join accounts a on a.id = f.account_id
     where f.id = ${requestId} and f.method = 'card' and case when f.automatic then f.withdrawn_at is null else f.session is not null end
       and not exists (select from ledger_entries l where l.account_id = f.account_id and l.cause = 'deposit:' || f.reference)`);
  if (!open) return;
  const state = await stateOf(ctx, open).catch((error: Error) =>
    log().warn({ requestId, error: error.message }, "a card payment could not be looked at"),
  );
  if (state?.kind === "ended") return;
  if (state?.kind === "paid")
    return state.currency === open.currency && state.amount.equals(open.amount)
      ? await book(ctx, open, state.moneyReference)
      : await giveUp(ctx, open, `is over ${sumText(state.amount, state.currency)} at the payment provider`);
  if (open.withdrawnAt) return;
  if (!state) return await waitForAnswer(ctx, open);
  if (state.kind === "expired") return await withdraw(ctx, open);
  // Its page is done, and the money on its way, as of a bank debit: nobody is led there to pay once more.
  if ("isTaken" in state && state.isTaken)
    await ctx.db.prisma.fundingRequest.updateMany({ where: { id: requestId }, data: { paymentUrl: null } });
  if (open.isClosed && !open.automatic) await closePage(open);
  await lookAgain(ctx, open, untilNextLook(open, ctx.clock.now()));
}

/** Where the payment stands at the provider; null: it has no page yet. */
async function stateOf(ctx: Ctx, { session, customer, card, ...open }: Open) {
  if (customer !== null && card !== null) return await followCharge(ctx, { ...open, customer, card });
  return session === null ? null : await (await platformProvider())?.read(session);
}

const lookAgain = ({ db, clock }: Ctx, { id }: Open, ms: number): Promise<void> =>
  enqueue(db, "settle-funding", { requestId: id }, inTime(clock.now(), ms));

/** A saved card's charge is over within seconds, or unknown; a page is open as long as somebody takes, and of a closed account is about to be closed. */
const untilNextLook = ({ automatic, isClosed, askedAt, expiresAt }: Open, now: Date): number => {
  if (automatic) return now < inTime(askedAt, HOUR) ? MINUTE : HOUR;
  if (isClosed && now < inTime(askedAt, DAY)) return MINUTE;
  return expiresAt && expiresAt > now ? 5 * MINUTE : HOUR;
};

/** A provider that is away is back within hours; keys that were replaced or revoked read nothing of before, however often they are tried. */
async function waitForAnswer(ctx: Ctx, open: Open): Promise<void> {
  const { automatic, askedAt } = open;
  const now = ctx.clock.now();
  if (now > after(askedAt, READ_FOR)) return await giveUp(ctx, open, "cannot be read at the payment provider");
  const age = now.getTime() - askedAt.getTime();
  await lookAgain(ctx, open, age < HOUR && automatic ? MINUTE : age < DAY ? 10 * MINUTE : age < 7 * DAY ? HOUR : DAY);
}

/**
 * People are told once. A card that may have been charged is asked for on, once a day: until that is known it is not charged again. Should the provider say later that it was paid, a webhook or the
 * nightly comparison books it.
 */
async function giveUp(ctx: Ctx, open: Open, why: string): Promise<void> {
  const { id, code, reference, amount, currency, automatic } = open;
  const now = ctx.clock.now();
  const sum = sumText(amount, currency);
  await ctx.db.transaction(async (tx) => {
    if (automatic) await enqueue(tx, "settle-funding", { requestId: id }, inTime(now, DAY));
    else await tx.prisma.fundingRequest.updateMany({ where: { id, withdrawnAt: null }, data: { withdrawnAt: now } });
    await tellOperators(tx, now, {
      ...{ kind: "funding.unread", subject: code, occasion: reference },
      text: `The card payment ${reference} of ${code} for ${sum} ${why}, and is in no wallet. Look for funding-${reference} at the provider: book what came, or give it back there.`,
    });
  });
  log().error({ requestId: id, account: code }, "a card payment is before people");
}

async function withdraw({ db, clock }: Ctx, { id }: Open): Promise<void> {
  const data = { withdrawnAt: clock.now() };
  await db.prisma.fundingRequest.updateMany({ where: { id, withdrawnAt: null }, data });
}

/** What is paid on it in this moment is booked by the next look. */
async function closePage({ id, session }: Open): Promise<void> {
  await (await platformProvider())?.expire(session!).catch((error: Error) => {
    log().warn({ requestId: id, error: error.message }, "the payment page of a closed account could not be closed");
  });
}

async function book(ctx: Ctx, open: Open, moneyReference: string): Promise<void> {
  const { reference, accountId, amount, automatic } = open;
  const booking: Booking = {
    accountId,
    kind: "deposit",
    amount,
    cause: `deposit:${reference}`,
    description: `${automatic ? "Automatic card payment" : "Card payment"} ${reference}`,
    grounds: "card",
  };
  await booked(
    booking,
    ctx.db.closing(async (tx) => {
      const details = { reference, amount: toNumeric(amount), payment: moneyReference };
      await recordAudit(tx, ctx, { act: "wallet.card", accountId, subject: reference, details });
      if (automatic)
        await tx.prisma.autoFunding.updateMany({ where: { accountId }, data: { failures: 0, retryAt: null } });
      return [bookingStatement(ctx, booking)];
    }),
  );
}
