import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** When another supplier's equal product is bought instead of the one that was sold. Whole numbers. */
export type RoutingLimits = {
  enabled: boolean;
  /** Of both suppliers: so many parts for the place in the days that are looked at. */
  leastParts: number;
  /** Better by so many points of a hundred. */
  successPoints: number;
  /** Or so many times as quick, and no worse. */
  slowerTimes: number;
  /** Or cheaper by so much, and neither worse nor slower. */
  cheaperPercent: number;
  /** What it may cost us more than the product that was sold. */
  dearerPercent: number;
  /** Orders that stay where they were sold, so that it goes on being measured. */
  keepPercent: number;
};

const RANGES = {
  leastParts: [10, 10_000],
  successPoints: [1, 50],
  slowerTimes: [2, 100],
  cheaperPercent: [1, 90],
  dearerPercent: [0, 20],
  keepPercent: [1, 50],
} as const satisfies Record<Exclude<keyof RoutingLimits, "enabled">, readonly [number, number]>;

const LIMITS = {
  enabled: true,
  leastParts: true,
  successPoints: true,
  slowerTimes: true,
  cheaperPercent: true,
  dearerPercent: true,
  keepPercent: true,
} as const;

export const readLimits = (db: Transaction): Promise<RoutingLimits> =>
  db.prisma.routingLimits.findUniqueOrThrow({ where: { id: 1 }, select: LIMITS });

/** With who set them last. */
export async function getRoutingLimits(ctx: Ctx) {
  requireOperator(ctx, "platform:read");
  const select = { ...LIMITS, changedBy: true, changedAt: true } as const;
  return await ctx.db.prisma.routingLimits.findUniqueOrThrow({ where: { id: 1 }, select });
}

/** In force for the next order that is sent. */
export async function changeRoutingLimits(ctx: Ctx, limits: RoutingLimits): Promise<void> {
  requireOperator(ctx, "suppliers:manage");
  for (const [field, [least, most]] of Object.entries(RANGES) as [keyof typeof RANGES, readonly [number, number]][])
    if (!Number.isInteger(limits[field]) || limits[field] < least || limits[field] > most)
      fail("validation_error", `Give a whole number from ${least} to ${most}.`, { field });
  await ctx.db.transaction(async (tx) => {
    const before = await readLimits(tx);
    const changed = { changedBy: ctx.actor.name, changedAt: ctx.clock.now() };
    await tx.prisma.routingLimits.update({ where: { id: 1 }, data: { ...limits, ...changed } });
    await recordAudit(tx, ctx, {
      act: "routing.limits",
      subject: limits.enabled ? "on" : "off",
      details: { ...limits, before },
    });
  });
}
