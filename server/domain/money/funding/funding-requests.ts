import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { requireLiveOnce } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { newFundingReference } from "#server/kernel/ids.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { requireAmount } from "./require-amount.ts";

/**
 * A bank transfer that was announced, or a card payment that was begun, in the account currency. Nobody sets it to received:
 * it is, as soon as the ledger has a deposit with its reference.
 */
export type FundingRequest = {
  id: number;
  method: "transfer" | "card";
  /** What the transfer must carry. */
  reference: string;
  amount: Money;
  currency: string;
  status: "waiting" | "received" | "withdrawn";
  askedBy: string;
  askedAt: Date;
  /** What came, which need not be what was announced. */
  receivedAmount: Money | null;
  receivedAt: Date | null;
  /** By a saved card that was charged by itself. */
  automatic: boolean;
  /** Why it came to nothing, when the provider said. */
  failure: string | null;
  /** Where a card payment that was begun can still be made; null once that page is done. */
  paymentUrl: string | null;
};

export const MOST_WAITING = 10;
const SHOWN = 50;

/** The newest first. */
export async function listFundingRequests(ctx: AccountCtx): Promise<FundingRequest[]> {
  requirePermission(ctx, "balance:read");
  return await ctx.db.query<FundingRequest>(sql`
    select f.id, f.reference, f.amount, f.currency, f.asked_by, f.asked_at, f.automatic, f.failure,
           f.method, case when f.expires_at > ${ctx.clock.now()} then f.payment_url end as payment_url, l.amount as received_amount, l.created_at as received_at,
           case when l.id is not null then 'received' when f.withdrawn_at is not null then 'withdrawn' else 'waiting' end as status
      from funding_requests f
      left join ledger_entries l on l.account_id = f.account_id and l.cause = 'deposit:' || f.reference
     where f.account_id = ${ctx.account.id} order by f.id desc limit ${SHOWN}`);
}

/** Announces a bank transfer. Returns the reference that it must carry. */
export async function requestFunding(ctx: AccountCtx, amount: Money): Promise<{ reference: string }> {
  requirePermission(ctx, "balance:manage");
  requireAmount(amount, "amount");
  await requireLiveOnce(ctx);
  const reference = newFundingReference();
  const { id, code, currency } = ctx.account;
  await ctx.db.transaction(async (tx) => {
    const waiting = await countWaiting(tx, ctx, "transfer");
    if (waiting >= MOST_WAITING)
      fail("conflict", `${waiting} transfers are announced and not here yet. Withdraw one that will not come.`);
    const details = { reference, amount: toNumeric(amount), currency };
    const asked = { askedBy: ctx.actor.name, askedAt: ctx.clock.now() };
    await tx.prisma.fundingRequest.create({ data: { accountId: id, ...details, ...asked } });
    await recordAudit(tx, ctx, { act: "funding.request", accountId: id, subject: code, details });
  });
  return { reference };
}

/**
 * Announced and not here, or pages on which somebody can still pay, all of which are asked for again and again. Of many that are begun at
 * once each sees those before it.
 */
export async function countWaiting(
  tx: Transaction,
  { account, clock }: AccountCtx,
  method: FundingRequest["method"],
): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`funding:${account.id}`}))`);
  const { waiting } = one(
    await tx.query<{ waiting: number }>(sql`
      select count(*)::int as waiting from funding_requests f
       where f.account_id = ${account.id} and f.method = ${method} and not f.automatic and f.withdrawn_at is null
         and (f.expires_at is null or f.expires_at > ${clock.now()})
         and not exists (select from ledger_entries l where l.account_id = f.account_id and l.cause = 'deposit:' || f.reference)`),
  );
  return waiting;
}

/** For a transfer that will not come. One that came is in the ledger and stays. */
export async function withdrawFunding(ctx: AccountCtx, requestId: number): Promise<void> {
  requirePermission(ctx, "balance:manage");
  const { id, code } = ctx.account;
  await ctx.db.transaction(async (tx) => {
    const [withdrawn] = await tx.query<{ reference: string }>(sql`
      update funding_requests f set withdrawn_at = ${ctx.clock.now()}
       where f.id = ${requestId} and f.account_id = ${id} and f.method = 'transfer' and f.withdrawn_at is null
         and not exists (select from ledger_entries l where l.account_id = ${id} and l.cause = 'deposit:' || f.reference)
      returning reference`);
    if (!withdrawn) return fail("resource_not_found", "There is no announced transfer that could be withdrawn.");
    const details = { reference: withdrawn.reference };
    await recordAudit(tx, ctx, { act: "funding.withdraw", accountId: id, subject: code, details });
  });
}
