import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** Ends the link at once. What the customer has installed or written down meanwhile stays with them. */
export async function withdrawHandover(ctx: AccountCtx, id: number): Promise<void> {
  requirePermission(ctx, "esims:manage");
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [withdrawn] = await tx.prisma.handover.updateManyAndReturn({
      where: { id, ...tenant(ctx), withdrawnAt: null },
      data: { withdrawnAt: at, withdrawnBy: `${ctx.actor.kind}:${ctx.actor.name}` },
    });
    if (!withdrawn) fail("resource_not_found", "There is no such hand-over here, or it was withdrawn already.");
    await tx.prisma.handoverEsim.updateMany({ where: { handoverId: id, endedAt: null }, data: { endedAt: at } });
    await tx.prisma.storeLink.deleteMany({ where: { handoverId: id } });
    const { orderId, recipient } = withdrawn!;
    await recordAudit(tx, ctx, {
      act: "handover.withdraw",
      accountId: ctx.account.id,
      subject: orderReference(Number(orderId)),
      details: { recipient },
    });
  });
}
