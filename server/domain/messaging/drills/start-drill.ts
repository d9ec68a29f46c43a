import { getEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { findUsableKey } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { LASTS_MINUTES } from "./drill.ts";

/** The request log is behind by less. */
const LOG_BEHIND_MS = SECOND;

/** Begins a drill of one test key, and of one endpoint where there is one; it ends by itself. One at a time. */
export async function startDrill(
  ctx: AccountCtx,
  { prefix, endpointId }: { prefix: string; endpointId: number | null },
): Promise<{ id: number }> {
  requirePermission(ctx, "webhooks:manage");
  const key = await findUsableKey(ctx, prefix, "Choose another one.");
  const endpoint = endpointId === null ? null : await getEndpoint(ctx, String(endpointId));
  if (ctx.environment !== "test")
    fail("conflict", "A drill shows faults, and live keys are never shown any. Switch to the test environment.");
  if (endpoint?.status === "disabled")
    fail("conflict", "The endpoint is disabled. Enable it first, or choose another.");
  const now = ctx.clock.now();
  const accountId = ctx.account.id;
  return await ctx.db.transaction(async (tx) => {
    // Two who start at once: the index lets one in.
    if ((await tx.prisma.drill.count({ where: { accountId, endedAt: null } })) > 0)
      fail("conflict", "A drill is running already. Stop it first, or wait for its report.");
    const { id } = await tx.prisma.drill.create({
      data: {
        accountId,
        keyId: key.id,
        endpointId: endpoint?.id ?? null,
        startedBy: ctx.actor.name,
        startedAt: now,
        endsAt: after(now, LASTS_MINUTES * MINUTE),
      },
    });
    await enqueue(tx, "run-drill", { drillId: id }, now);
    await recordAudit(tx, ctx, { act: "drill.start", accountId, subject: prefix, details: { endpointId } });
    return { id };
  });
}

/** Nothing is shown from now on; the report comes with the job's next look. */
export async function stopDrill(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "webhooks:manage");
  const now = ctx.clock.now();
  const accountId = ctx.account.id;
  await ctx.db.transaction(async (tx) => {
    const drill = await tx.prisma.drill.findFirst({ where: { accountId, endedAt: null } });
    if (!drill || ctx.environment !== "test") return fail("conflict", "No drill is running.");
    await tx.prisma.drill.updateMany({ where: { id: drill.id, endsAt: { gt: now } }, data: { endsAt: now } });
    await enqueue(tx, "run-drill", { drillId: drill.id }, after(now, LOG_BEHIND_MS));
    await recordAudit(tx, ctx, { act: "drill.stop", accountId, subject: String(drill.id) });
  });
}
