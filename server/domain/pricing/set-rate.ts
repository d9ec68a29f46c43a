import { audit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";
import { after } from "#server/kernel/time.ts";
import { ALARM_BEFORE, type FxRate, jump, MAX_JUMP, rateFault, usableUntil } from "./fx-rate.ts";
import { holdRate } from "./held-rates.ts";

type Pin = { currency: string; rate: Money; verified: boolean; ageMs: number };

/**
 * Pins a rate (units per USD): the refresh leaves it alone until it is unpinned. An operator's rate that is far from the
 * one in force is put aside until a second person verifies it. Returns whether it is in force.
 */
export async function pinRate(ctx: Ctx, { currency, rate, verified, ageMs }: Pin): Promise<{ inForce: boolean }> {
  requireOperator(ctx);
  if (currency === "USD") fail("validation_error", "Prices are based on USD: it has no rate.", { field: "currency" });
  if (!rate.isFinite() || !rate.isPositive() || rate.isZero())
    fail("validation_error", `A rate is above zero: so many ${currency} for 1 USD.`, { field: "rate" });
  const now = ctx.clock.now();
  const data = {
    rate: rate.toFixed(8),
    source: "manual",
    sourceDate: after(now, -ageMs),
    fetchedAt: after(now, -ageMs),
    verified,
    pinned: true,
    changedAt: now,
  };
  const before = await ctx.db.prisma.fxRate.findUnique({ where: { currency } });
  const isFar = before !== null && jump(money(before.rate.toString()), rate).greaterThan(MAX_JUMP);
  const isHeld = ctx.actor.kind === "operator" && isFar;
  const { source, sourceDate, fetchedAt } = data;
  await ctx.db.prisma.$transaction(async (tx) => {
    const held = { currency, rate: data.rate, source, sourceDate, fetchedAt, askedBy: ctx.actor.name };
    if (isHeld) await holdRate(tx, now, held);
    else await tx.fxRate.upsert({ where: { currency }, create: { currency, ...data }, update: data });
    const details = { rate: rate.toString(), before: before?.rate.toString() ?? null, verified, ageMs };
    await audit(tx, ctx, { act: isHeld ? "fx.ask" : "fx.pin", subject: currency, details });
  });
  return { inForce: !isHeld };
}

/** Lets the refresh take the rate over again, at its next run. */
export async function unpinRate(ctx: Ctx, currency: string): Promise<void> {
  requireOperator(ctx);
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.fxRate.updateMany({ where: { currency }, data: { pinned: false } });
    if (count === 0) fail("resource_not_found", `There is no rate for ${currency}.`);
    await audit(tx, ctx, { act: "fx.unpin", subject: currency });
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
  held: { rate: Money; source: string; askedBy: string | null; heldAt: Date } | null;
};

/** All rates, with the reason where one may not be used, and what waits to be verified. */
export async function listRates(ctx: Ctx): Promise<RateState[]> {
  requireOperator(ctx);
  const now = ctx.clock.now();
  const rates = await ctx.db.query<FxRate & Pick<RateState, "accounts" | "held">>(sql`
    select r.currency, r.rate, r.source, r.source_date::timestamptz as "sourceDate", r.fetched_at as "fetchedAt", r.verified, r.pinned,
           r.changed_at as "changedAt", (select count(*)::int from accounts a where a.currency = r.currency and a.status = 'active') as accounts,
           case when h.currency is not null then
             json_build_object('rate', h.rate::text, 'source', h.source, 'askedBy', h.asked_by, 'heldAt', h.held_at) end as held
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
  requireOperator(ctx);
  return await ctx.db.query<RateMove>(sql`
    select id, rate, source, source_date::timestamptz as "sourceDate", verified, pinned, changed_at as "changedAt"
      from fx_history where currency = ${currency} order by id desc limit ${limit}`);
}
