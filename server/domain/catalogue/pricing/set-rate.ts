import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { type Decided, transactDecided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireApproval, requireOperator } from "#server/kernel/operator-permissions.ts";
import { after } from "#server/kernel/time.ts";
import { ALARM_BEFORE, type FxRate, PINNED_WITHIN, rateFault, usableUntil } from "./fx-rate.ts";

type Pin = { currency: string; rate: Money; verified: boolean; ageMs: number };

/** As a rate is stored: no currency was ever worth so little. */
const MOST_FOR_A_DOLLAR = 999_999_999;

/** Refuses what can be no rate. */
export function requireRate(currency: string, rate: Money): void {
  if (currency === "USD") fail("validation_error", "Prices are based on USD: it has no rate.", { field: "currency" });
  if (!rate.isFinite() || !rate.isPositive() || rate.isZero())
    fail("validation_error", `A rate is above zero: so many ${currency} for 1 USD.`, { field: "rate" });
  if (rate.greaterThan(MOST_FOR_A_DOLLAR) || rate.decimalPlaces() > 8)
    fail("validation_error", `A rate is at most ${MOST_FOR_A_DOLLAR}, with 8 decimals, not ${rate}.`, {
      field: "rate",
    });
}

export async function findRate(db: Transaction, currency: string): Promise<Money | null> {
  const found = await db.prisma.fxRate.findUnique({ where: { currency }, select: { rate: true } });
  return found?.rate ?? null;
}

/** Pins a rate (units per USD): the refresh leaves it alone until it is unpinned. */
export async function pinRate(ctx: Ctx, pin: Pin, decided?: Decided): Promise<void> {
  requireApproval(ctx, "rates:manage");
  const { currency, rate, verified, ageMs } = pin;
  requireRate(currency, rate);
  if (decided && ageMs > PINNED_WITHIN)
    fail("conflict", "This rate was asked for too long ago to be sold at. Ask for the one of today.");
  const now = ctx.clock.now();
  const since = after(now, -ageMs);
  await transactDecided(ctx.db, decided, async (tx) => {
    const before = await findRate(tx, currency);
    const data = {
      rate: rate.toFixed(8),
      source: "manual",
      sourceDate: since,
      fetchedAt: since,
      verified,
      pinned: true,
      changedAt: now,
    };
    await tx.prisma.fxRate.upsert({ where: { currency }, create: { currency, ...data }, update: data });
    const details = { rate: rate.toString(), before: before?.toString() ?? null, verified, ageMs };
    await recordAudit(tx, ctx, { act: "fx.pin", subject: currency, details });
    return rate.toString();
  });
}

/** Lets the refresh take the rate over again, at its next run. */
export async function unpinRate(ctx: Ctx, currency: string): Promise<void> {
  requireOperator(ctx, "rates:manage");
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.fxRate.updateMany({ where: { currency }, data: { pinned: false } });
    if (count === 0) fail("resource_not_found", `There is no rate for ${currency}.`);
    await recordAudit(tx, ctx, { act: "fx.unpin", subject: currency });
  });
}

export type RateState = FxRate & {
  /** Why it may not be used. */
  fault: string | null;
  usableUntil: Date | null;
  /** It is usable now and will soon not be, if nothing renews it. */
  alarm: boolean;
  /** Open accounts that are kept in this currency. */
  accounts: number;
  /** A newer rate that moved too far to be taken. */
  held: { rate: Money; source: string; heldAt: Date } | null;
};

/** All rates, with the reason where one may not be used, and what waits to be verified. */
export async function listRates(ctx: Ctx): Promise<RateState[]> {
  requireOperator(ctx, "platform:read");
  const now = ctx.clock.now();
  type Held = { rate: string; source: string; heldAt: string };
  const rates = await ctx.db.query<FxRate & { accounts: number; held: Held | null }>(sql`
    select r.currency, r.rate, r.source, r.source_date::timestamptz as source_date, r.fetched_at, r.verified, r.pinned,
           r.changed_at, (select count(*)::int from accounts a where a.currency = r.currency and a.status = 'active') as accounts,
           case when h.currency is not null then
             json_build_object('rate', h.rate::text, 'source', h.source, 'heldAt', h.held_at) end as held
      from fx_rates r left join fx_held h on h.currency = r.currency order by r.currency`);
  return rates.map((rate) => {
    const until = usableUntil(rate, now);
    const { held } = rate;
    return {
      ...rate,
      fault: rateFault(rate, now),
      usableUntil: until,
      alarm: until !== null && until.getTime() - now.getTime() < ALARM_BEFORE,
      held: held && { ...held, rate: money(held.rate), heldAt: new Date(held.heldAt) },
    };
  });
}

export type RateMove = Pick<FxRate, "rate" | "source" | "sourceDate" | "verified" | "pinned" | "changedAt"> & {
  id: number;
};

/** Every rate that was in force for a currency, newest first. */
export async function listRateMoves(ctx: Ctx, currency: string, limit = 60): Promise<RateMove[]> {
  requireOperator(ctx, "platform:read");
  const moves = await ctx.db.prisma.fxHistory.findMany({ where: { currency }, orderBy: { id: "desc" }, take: limit });
  return moves.map((move) => ({ ...move, id: Number(move.id) }));
}
