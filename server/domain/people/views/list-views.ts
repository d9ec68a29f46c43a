import { tenant } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { LISTS, type ListName, type MemberCtx, type SavedView } from "./view.ts";

/** A person's own views of a list, and those that others on the team share; by name. */
export async function listViews(ctx: MemberCtx, list: ListName): Promise<SavedView[]> {
  requirePermission(ctx, LISTS[list]);
  const { userId } = ctx.person;
  const views = await ctx.db.prisma.savedView.findMany({
    where: { ...tenant(ctx), list, OR: [{ userId }, { shared: true }] },
    include: { user: { select: { name: true, email: true } } },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: 100,
  });
  return views.map(({ id, name, query, shared, user, ...view }) => {
    const isOwn = view.userId === userId;
    return {
      ...{ id, name, query, shared },
      isDefault: isOwn && view.isDefault,
      sharedBy: isOwn ? null : user.name || user.email,
    };
  });
}
