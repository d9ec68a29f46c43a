import { randomBytes } from "node:crypto";
import { audit } from "#server/domain/audit/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { fail } from "#server/kernel/errors.ts";
import type { EventType } from "#server/kernel/events.ts";
import { checkAddress, isRefused } from "./address-rule.ts";
import type { WebhookEndpoint } from "./endpoint.ts";

const MAX_ENDPOINTS = 20;

/** The secret is returned here and never again. `events`: names, or the wildcard alone. */
export async function createEndpoint(
  ctx: AccountCtx,
  { url, events }: { url: string; events: readonly (EventType | "*")[] },
): Promise<{ id: number; secret: string }> {
  const checked = await checkAddress(url);
  if (isRefused(checked))
    fail("validation_error", `The webhook address ${checked.reason}. It must be a public HTTPS address.`, {
      field: "url",
      reason: checked.reason,
    });
  const active = await ctx.db.prisma.webhookEndpoint.count({ where: { ...tenant(ctx), status: "active" } });
  if (active >= MAX_ENDPOINTS)
    fail(
      "conflict",
      `There are ${active} active endpoints, the most an account may have per environment. Disable one first.`,
    );
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const data = {
    ...tenant(ctx),
    url: checked.url.href,
    events: [...new Set(events)],
    secret: encrypt(secret),
    createdAt: ctx.clock.now(),
  };
  const id = await ctx.db.prisma.$transaction(async (tx) => {
    const endpoint = await tx.webhookEndpoint.create({ data });
    const details = { url: checked.url.origin, events: data.events };
    await audit(tx, ctx, { act: "webhook.create", accountId: ctx.account.id, subject: String(endpoint.id), details });
    return endpoint.id;
  });
  return { id, secret };
}

/** Of the current environment, newest first. */
export async function listEndpoints(ctx: AccountCtx): Promise<WebhookEndpoint[]> {
  const select = {
    id: true,
    environment: true,
    url: true,
    events: true,
    status: true,
    failureCount: true,
    lastSuccessAt: true,
    createdAt: true,
  } as const;
  const endpoints = await ctx.db.prisma.webhookEndpoint.findMany({
    where: tenant(ctx),
    select,
    orderBy: { id: "desc" },
  });
  return endpoints as WebhookEndpoint[];
}
