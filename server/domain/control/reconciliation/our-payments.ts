import {
  findProvider,
  type PaymentProvider,
  type ProviderRecord,
  platformProvider,
} from "#server/domain/money/payments/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { numericId } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";

/** An account with a provider: a reseller's, whose travellers pay there, or the platform's, where resellers fund wallets. */
export type Books = { source: string; accountId: number | null; provider: PaymentProvider };

/** What was asked for by card: a traveller's purchase or a wallet's funding. */
export type OurPayment = {
  /** As the provider was told: `checkout-12`, `funding-FND-…`. */
  subject: string;
  /** The provider's payment page. */
  session: string | null;
  /** Null: not booked, or not known. */
  moneyReference: string | null;
  amount: Money;
  currency: string;
  isPaid: boolean;
  /** By somebody who booked a deposit under its reference: of this payment, or of a transfer. */
  isByHand: boolean;
  paidAt: Date | null;
  accountId: number;
  checkoutId: number | null;
  /** Of a checkout. */
  paymentId: number | null;
  fundingId: number | null;
  orderId: number | null;
};

export type OurRefund = {
  /** Null: decided, and not confirmed. */
  reference: string | null;
  amount: Money;
  currency: string;
  doneAt: Date | null;
  subject: string;
  checkoutId: number;
  accountId: number;
};

type Range = { from: Date; to: Date };

export async function listBooks(ctx: Ctx): Promise<Books[]> {
  const accounts = await ctx.db.query<{ id: number; code: string }>(sql`
    select a.id, a.code from payment_settings s join accounts a on a.id = s.account_id where s.environment = 'live' order by a.id`);
  const books: Books[] = [];
  for (const { id, code } of accounts) {
    const chosen = await findProvider(ctx.db, id, "live");
    if (chosen) books.push({ source: code, accountId: id, provider: chosen.provider });
  }
  const platform = await platformProvider();
  return platform ? [...books, { source: "platform", accountId: null, provider: platform }] : books;
}

/**
 * What is about us. Several accounts may share one with the provider, also with what is none of ours: a purchase of another
 * account is that one's.
 */
export async function ownOf(ctx: Ctx, { accountId }: Books, record: ProviderRecord): Promise<ProviderRecord> {
  const { charges, refunds, disputes } = record;
  const subjects = [...charges, ...refunds, ...disputes].flatMap(({ subject }) => subject ?? []);
  const checkouts = await ctx.db.prisma.checkout.findMany({
    where: { id: { in: checkoutIds(subjects) } },
    select: { id: true, accountId: true, environment: true },
  });
  const others = checkouts.filter((checkout) => checkout.accountId !== accountId || checkout.environment !== "live");
  const notOurs = new Set(others.map(({ id }) => `checkout-${id}`));
  const pattern = accountId === null ? /^funding-/ : /^checkout-/;
  const isOwn = ({ subject }: { subject: string | null }) =>
    subject !== null && pattern.test(subject) && !notOurs.has(subject);
  return { charges: charges.filter(isOwn), refunds: refunds.filter(isOwn), disputes: disputes.filter(isOwn) };
}

const checkoutIds = (subjects: string[]): number[] =>
  subjects.flatMap((subject) => numericId(/^checkout-(\d+)$/.exec(subject)?.[1]) ?? []);

/** What their record names, and what was paid in the range by ours. */
export async function readPayments(
  ctx: Ctx,
  books: Books,
  record: ProviderRecord,
  range: Range,
): Promise<OurPayment[]> {
  const entries = [...record.charges, ...record.refunds, ...record.disputes];
  const subjects = [...new Set(entries.flatMap(({ subject }) => subject ?? []))];
  return books.accountId === null
    ? await readFundings(ctx, subjects, range)
    : await readCheckouts(ctx, books.accountId, subjects, range);
}

async function readCheckouts(ctx: Ctx, accountId: number, subjects: string[], { from, to }: Range) {
  const ids = checkoutIds(subjects);
  return await ctx.db.query<OurPayment & { checkoutId: number; paymentId: number }>(sql`
    select 'checkout-' || p.checkout_id as subject, p.reference as session, p.money_reference, p.amount, p.currency,
           p.status = 'paid' as is_paid, false as is_by_hand, p.paid_at, p.account_id, p.checkout_id, p.id as payment_id, null::int as funding_id, c.order_id
      from payments p join checkouts c on c.id = p.checkout_id
     where p.account_id = ${accountId} and p.environment = 'live' and p.provider = 'stripe' and p.id in (
       select id from payments where checkout_id = any(${ids}::bigint[])
       union select id from payments where account_id = ${accountId} and status = 'paid' and paid_at >= ${from} and paid_at < ${to})`);
}

async function readFundings(ctx: Ctx, subjects: string[], { from, to }: Range) {
  const references = subjects.flatMap((subject) => /^funding-(.+)$/.exec(subject)?.[1] ?? []);
  return await ctx.db.query<OurPayment>(sql`
    select 'funding-' || f.reference as subject, f.session, null as money_reference, f.amount, f.currency, l.id is not null as is_paid,
           exists (select from wallet_bookings b where b.account_id = l.account_id and b.cause = l.cause and b.grounds in ('command', 'decision')) as is_by_hand,
           l.created_at as paid_at, f.account_id, null::bigint as checkout_id, null::bigint as payment_id, f.id as funding_id, null::bigint as order_id
      from funding_requests f left join ledger_entries l on l.account_id = f.account_id and l.cause = 'deposit:' || f.reference
     where f.method = 'card' and (f.reference = any(${references}) or (l.created_at >= ${from} and l.created_at < ${to}))`);
}

/** Refunds that their record names, those that are decided for a payment it names, and those that they did in the range. */
export async function readRefunds(ctx: Ctx, { accountId }: Books, record: ProviderRecord, { from, to }: Range) {
  if (accountId === null) return [];
  const references = record.refunds.map(({ reference }) => reference);
  const subjects = record.refunds.flatMap(({ subject }) => subject ?? []);
  const ids = checkoutIds(subjects);
  return await ctx.db.query<OurRefund>(sql`
    select r.reference, r.amount, p.currency, r.done_at, 'checkout-' || p.checkout_id as subject, p.checkout_id, p.account_id
      from payment_refunds r join payments p on p.id = r.payment_id
     where p.account_id = ${accountId} and p.environment = 'live' and p.provider = 'stripe'
       and r.cause not like 'dispute:%' and r.elsewhere is null
       and (r.reference = any(${references}) or p.checkout_id = any(${ids}::bigint[]) or (r.done_at >= ${from} and r.done_at < ${to}))`);
}
