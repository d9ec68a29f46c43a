import { tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { getView, type MemberCtx } from "./view.ts";

export type ViewChange = { id: number; name?: string; shared?: boolean; isDefault?: boolean };

/** Renames a view of one's own, shares it with the team, or opens the list with it from now on. */
export async function changeView(ctx: MemberCtx, { id, name, shared, isDefault }: ViewChange): Promise<void> {
  const { list, ...view } = await getView(ctx, id);
  const own = { ...tenant(ctx), userId: ctx.person.userId, list };
  await ctx.db.transaction(async (tx) => {
    if (name !== undefined && name !== view.name && (await tx.prisma.savedView.count({ where: { ...own, name } })) > 0)
      fail("conflict", "You have a view of this name already.", { field: "name" });
    if (isDefault) await tx.prisma.savedView.updateMany({ where: own, data: { isDefault: false } });
    await tx.prisma.savedView.update({ where: { id }, data: { name, shared, isDefault } });
  });
}
