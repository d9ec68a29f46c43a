import { audit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { after } from "#server/kernel/time.ts";
import { type FxRate, rateFault } from "./fx-rate.ts";

type Pin = { currency: string; rate: Money; verified: boolean; ageMs: number };

/** Pins a rate (units per USD): the refresh leaves it alone until it is unpinned. */
export async function pinRate(ctx: Ctx, { currency, rate, verified, ageMs }: Pin): Promise<void> {
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
  await ctx.db.prisma.$transaction(async (tx) => {
    await tx.fxRate.upsert({ where: { currency }, create: { currency, ...data }, update: data });
    await audit(tx, ctx, { act: "fx.pin", subject: currency, details: { rate: rate.toString(), verified, ageMs } });
  });
}

/** Lets the refresh take the rate over again, at its next run. */
export async function unpinRate(ctx: Ctx, currency: string): Promise<void> {
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.fxRate.updateMany({ where: { currency }, data: { pinned: false } });
    if (count === 0) fail("resource_not_found", `There is no rate for ${currency}.`);
    await audit(tx, ctx, { act: "fx.unpin", subject: currency });
  });
}

export type RateState = FxRate & { fault: string | null };

/** All rates, with the reason where one may not be used. */
export async function listRates(ctx: Ctx): Promise<RateState[]> {
  const rates = (await ctx.db.prisma.fxRate.findMany({ orderBy: { currency: "asc" } })) as unknown as FxRate[];
  return rates.map((rate) => ({ ...rate, fault: rateFault(rate, ctx.clock.now()) }));
}
