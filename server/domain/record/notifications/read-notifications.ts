import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { kindsFor } from "./list-notifications.ts";

/**
 * Marks notices as read, for the whole team: these, or all up to one. What is read stays so, what is another's or about
 * what the role cannot change is left alone. Returns how many.
 */
export async function readNotifications(ctx: AccountCtx, which: number[] | { upToId: number }): Promise<number> {
  requirePermission(ctx, "notices:manage");
  const { accountId, environment } = tenant(ctx);
  const id = Array.isArray(which) ? { in: which } : { lte: which.upToId };
  const kind = { in: kindsFor(ctx, "act") };
  const { count } = await ctx.db.prisma.notification.updateMany({
    where: { id, accountId, OR: [{ environment: null }, { environment }], kind, readAt: null },
    data: { readAt: ctx.clock.now() },
  });
  return count;
}
