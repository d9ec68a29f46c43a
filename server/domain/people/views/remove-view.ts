import { roleOf } from "#server/kernel/actor.ts";
import { tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import type { MemberCtx } from "./view.ts";

/** One's own; shared ones also by whoever manages the team, since their owners may have left it. */
export async function removeView(ctx: MemberCtx, id: number): Promise<void> {
  const role = roleOf(ctx.actor);
  const managed = role !== null && isAllowed(role, "team:manage") ? [{ shared: true }] : [];
  const { count } = await ctx.db.prisma.savedView.deleteMany({
    where: { id, ...tenant(ctx), OR: [{ userId: ctx.person.userId }, ...managed] },
  });
  if (count === 0) fail("resource_not_found", "There is no such view, or it is somebody else's.");
}
