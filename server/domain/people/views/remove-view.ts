import { roleOf } from "#server/kernel/actor.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import { getView, type MemberCtx } from "./view.ts";

/** One's own; shared ones also by whoever manages the team, since their owners may have left it. */
export async function removeView(ctx: MemberCtx, id: number): Promise<void> {
  const role = roleOf(ctx.actor);
  const managed = role !== null && isAllowed(role, "team:manage") ? [{ shared: true } as const] : [];
  const view = await getView(ctx, id, managed);
  await ctx.db.prisma.savedView.deleteMany({ where: { id: view.id } });
}
