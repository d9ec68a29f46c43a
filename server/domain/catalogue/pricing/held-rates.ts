import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type HeldRate = {
  currency: string;
  rate: string;
  source: string;
  sourceDate: Date;
  fetchedAt: Date;
};

/** Puts aside a rate that moved too far; a newer one takes its place. The rate in force stays. */
export function holdRate(tx: Transaction, heldAt: Date, { currency, ...rate }: HeldRate) {
  const data = { ...rate, heldAt };
  return tx.prisma.fxHeld.upsert({ where: { currency }, create: { currency, ...data }, update: data });
}

/** What the source says is believable again. */
export const dropHeldRate = (tx: Transaction, currency: string) => tx.prisma.fxHeld.deleteMany({ where: { currency } });

/**
 * Vouches for a rate: the source's that was put aside comes into force, or the one in force that is not verified is from
 * now on. What comes is the source's, not the operator's choice: one person is enough.
 */
export async function verifyRate(ctx: Ctx, currency: string): Promise<void> {
  requireOperator(ctx, "rates:manage");
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // As the daily file is taken: first the rate, then what is put aside for it.
    await tx.query(sql`select from fx_rates where currency = ${currency} for no key update`);
    const held = await tx.prisma.fxHeld.findUnique({ where: { currency } });
    if (held) {
      const { count } = await tx.prisma.fxHeld.deleteMany({ where: { currency, heldAt: held.heldAt } });
      if (count === 0) fail("conflict", `Another rate for ${currency} came a moment ago. Look again.`);
      const { rate, source, sourceDate, fetchedAt } = held;
      const data = {
        rate,
        source,
        sourceDate,
        fetchedAt,
        verified: true,
        pinned: false,
        changedAt: at,
      };
      await tx.prisma.fxRate.upsert({ where: { currency }, create: { currency, ...data }, update: data });
    } else {
      const data = { verified: true, changedAt: at };
      const { count } = await tx.prisma.fxRate.updateMany({ where: { currency, verified: false }, data });
      if (count === 0) fail("conflict", `There is nothing to verify about ${currency}.`);
    }
    const details = held ? { rate: held.rate.toString(), source: held.source } : {};
    await recordAudit(tx, ctx, { act: "fx.verify", subject: currency, details });
  });
}

/** Drops a rate that was put aside; the next file may bring it again. */
export async function refuseRate(ctx: Ctx, currency: string): Promise<void> {
  requireOperator(ctx, "rates:manage");
  await ctx.db.transaction(async (tx) => {
    const { count } = await tx.prisma.fxHeld.deleteMany({ where: { currency } });
    if (count === 0) fail("conflict", `No rate for ${currency} waits.`);
    await recordAudit(tx, ctx, { act: "fx.refuse", subject: currency });
  });
}
