import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";

const MAX_ENDPOINTS = 20;

/** Refuses one more active endpoint than an account may have per environment. */
export async function requireRoom(ctx: AccountCtx): Promise<void> {
  const active = await ctx.db.prisma.webhookEndpoint.count({ where: { ...tenant(ctx), status: "active" } });
  if (active >= MAX_ENDPOINTS)
    fail(
      "conflict",
      `There are ${active} active endpoints, the most an account may have per environment. Disable one first.`,
    );
}
