import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";

const MAX_ENDPOINTS = 20;

/** Refuses one more active endpoint than an account may have per environment. One at a time is added, each counting those before it. */
export async function requireRoom(tx: Transaction, ctx: AccountCtx): Promise<void> {
  const { accountId, environment } = tenant(ctx);
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`endpoints:${accountId}:${environment}`}))`);
  const active = await tx.prisma.webhookEndpoint.count({ where: { ...tenant(ctx), status: "active" } });
  if (active >= MAX_ENDPOINTS)
    fail(
      "conflict",
      `There are ${active} active endpoints, the most an account may have per environment. Disable one first.`,
    );
}
