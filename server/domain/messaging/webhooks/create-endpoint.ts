import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { requireInForce } from "#server/domain/reseller/keys/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import type { EventType } from "#server/kernel/events.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { WebhookEndpoint } from "./endpoint.ts";
import { newSecret } from "./new-secret.ts";
import { requireAddress } from "./require-address.ts";
import { requireRoom } from "./require-room.ts";

/** The secret is returned here and never again. `events`: names, or the wildcard alone. */
export async function createEndpoint(
  ctx: AccountCtx,
  { url, events }: { url: string; events: readonly (EventType | "*")[] },
): Promise<{ id: number; secret: string }> {
  requirePermission(ctx, "webhooks:manage");
  const address = await requireAddress(url);
  const secret = newSecret();
  const data = {
    ...tenant(ctx),
    url: address.href,
    events: [...new Set(events)],
    secret: encrypt(secret),
    createdAt: ctx.clock.now(),
  };
  const id = await ctx.db.transaction(async (tx) => {
    await requireRoom(tx, ctx);
    await requireInForce(tx, ctx, ctx.account.id, "webhooks:manage");
    const endpoint = await tx.prisma.webhookEndpoint.create({ data });
    const details = { url: address.origin, events: data.events };
    await recordAudit(tx, ctx, {
      act: "webhook.create",
      accountId: ctx.account.id,
      subject: String(endpoint.id),
      details,
    });
    return endpoint.id;
  });
  return { id, secret };
}

/** Of the current environment, newest first. */
export async function listEndpoints(ctx: AccountCtx): Promise<WebhookEndpoint[]> {
  requirePermission(ctx, "webhooks:read");
  const select = {
    id: true,
    environment: true,
    url: true,
    events: true,
    status: true,
    failureCount: true,
    lastSuccessAt: true,
    createdAt: true,
    failingSince: true,
    disabledReason: true,
    overlapUntil: true,
  } as const;
  const endpoints = await ctx.db.prisma.webhookEndpoint.findMany({
    where: tenant(ctx),
    select,
    orderBy: { id: "desc" },
  });
  return endpoints as WebhookEndpoint[];
}
