import { tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { LISTS, type ListName, type MemberCtx } from "./view.ts";

export type NewView = { list: ListName; name: string; query: string; shared: boolean };

const MOST_OF_A_LIST = 30;

/** Keeps what the address of a list says under a name. A view of that name is replaced. */
export async function saveView(ctx: MemberCtx, { list, name, query, shared }: NewView): Promise<{ id: number }> {
  requirePermission(ctx, LISTS[list]);
  const own = { ...tenant(ctx), userId: ctx.person.userId, list };
  return await ctx.db.transaction(async (tx) => {
    // One at a time, each counting those before it.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`views:${own.userId}`}))`);
    const others = await tx.prisma.savedView.count({ where: { ...own, name: { not: name } } });
    if (others >= MOST_OF_A_LIST)
      fail("conflict", `You have ${MOST_OF_A_LIST} views of this list. Delete one that you no longer use.`);
    return await tx.prisma.savedView.upsert({
      where: { accountId_environment_userId_list_name: { ...own, name } },
      create: { ...own, name, query, shared, createdAt: ctx.clock.now() },
      update: { query, shared },
      select: { id: true },
    });
  });
}
