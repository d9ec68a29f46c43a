import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** Somebody has it: nobody else is called for it. It stays open until all is well again. */
export async function acknowledgeAlert(ctx: Ctx, id: number): Promise<void> {
  requireOperator(ctx, "alerts:acknowledge");
  await ctx.db.transaction(async (tx) => {
    const [taken] = await tx.prisma.serviceAlert.updateManyAndReturn({
      where: { id, closedAt: null, acknowledgedAt: null },
      data: { acknowledgedAt: ctx.clock.now(), acknowledgedBy: ctx.actor.name, nextAt: null },
      select: { cause: true },
    });
    if (!taken) return fail("conflict", "Somebody else has it already, or it is over.");
    await recordAudit(tx, ctx, { act: "alert.acknowledge", subject: taken.cause });
  });
}
