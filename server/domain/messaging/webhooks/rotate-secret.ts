import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, HOUR, recordTime } from "#server/kernel/time.ts";
import { getEndpoint } from "./find-endpoint.ts";
import { newSecret } from "./new-secret.ts";

const OVERLAP = 24 * HOUR;

/**
 * Makes a new secret, returned here and never again. Until the overlap ends events carry the signatures of both, and
 * X-SVC-Signature the old one's. One rotation at a time: a third secret would leave receivers behind that know the second.
 */
export async function rotateSecret(
  ctx: AccountCtx,
  endpointId: string,
): Promise<{ id: number; secret: string; overlapUntil: Date }> {
  requirePermission(ctx, "webhooks:manage");
  const { id } = await getEndpoint(ctx, endpointId);
  const secret = newSecret();
  const now = ctx.clock.now();
  const overlapUntil = after(now, OVERLAP);
  await ctx.db.transaction(async (tx) => {
    const rotated = await tx.query(sql`
      update webhook_endpoints set previous_secret = secret, secret = ${encrypt(secret)}, overlap_until = ${overlapUntil}
       where id = ${id} and (overlap_until is null or overlap_until <= ${now}) returning id`);
    if (rotated.length === 0) {
      const running = await tx.prisma.webhookEndpoint.findUniqueOrThrow({ where: { id } });
      fail(
        "conflict",
        `The secret is being rotated until ${recordTime(running.overlapUntil!)} UTC. Switch to the new secret before you rotate again.`,
      );
    }
    await recordAudit(tx, ctx, { act: "webhook.rotate", accountId: ctx.account.id, subject: String(id) });
  });
  return { id, secret, overlapUntil };
}
