import { BY_OWNER, measureWebhooks } from "#server/domain/messaging/webhooks/index.ts";
import { countUnreadNotifications } from "#server/domain/record/notifications/index.ts";
import { keyPrefix } from "#server/domain/reseller/keys/index.ts";
import { roleOf } from "#server/kernel/actor.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { isAllowed, type Permission, requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { type CreditDue, findCreditDue } from "./credit-due.ts";
import { findLowBalance, type LowBalance } from "./low-balance.ts";
import { MOST_SHOWN } from "./most-shown.ts";
import { listSaleMoney, type SaleMoney } from "./sale-money.ts";
import { type FailedOrders, listFailedOrders, listOpenOrders, type OpenOrder } from "./waiting-orders.ts";

export type Attention =
  | OpenOrder
  | FailedOrders
  | CreditDue
  | LowBalance
  | SaleMoney
  | { kind: "endpoint"; id: number; url: string; disabled: boolean; reason: string | null; since: Date | null }
  | { kind: "deliveries"; count: number }
  | { kind: "key"; prefix: string; name: string; expiresAt: Date }
  | { kind: "notifications"; count: number };

/** The first ones of what needs somebody, and only what the person's role may see. Worst first; empty on a good day. */
export async function listAttention(ctx: AccountCtx): Promise<Attention[]> {
  requirePermission(ctx, "orders:read");
  const role = roleOf(ctx.actor);
  const where = async (permission: Permission, list: (ctx: AccountCtx) => Promise<Attention[]>) =>
    role === null || isAllowed(role, permission) ? await list(ctx) : [];
  const found = await Promise.all([
    listOpenOrders(ctx),
    where("balance:read", findCreditDue),
    where("balance:read", findLowBalance),
    listSaleMoney(ctx),
    where("webhooks:read", listEndpoints),
    listFailedOrders(ctx),
    where("webhooks:read", countGivenUp),
    where("keys:read", listExpiringKeys),
    where("notices:read", countUnread),
  ]);
  return found.flat();
}

/** Endpoints whose last attempts failed, and those that were switched off for it. */
async function listEndpoints(ctx: AccountCtx): Promise<Attention[]> {
  const endpoints = await ctx.db.prisma.webhookEndpoint.findMany({
    where: {
      ...tenant(ctx),
      OR: [
        { status: "active", failingSince: { not: null } },
        { status: "disabled", disabledReason: { not: BY_OWNER } },
      ],
    },
    select: { id: true, url: true, status: true, failingSince: true, disabledReason: true },
    orderBy: [{ status: "desc" }, { failingSince: "asc" }],
    take: MOST_SHOWN,
  });
  return endpoints.map(({ id, url, status, failingSince, disabledReason }) => ({
    kind: "endpoint",
    id,
    url,
    disabled: status === "disabled",
    reason: disabledReason,
    since: failingSince,
  }));
}

async function countGivenUp(ctx: AccountCtx): Promise<Attention[]> {
  const { failedDeliveries: count } = await measureWebhooks(ctx);
  return count > 0 ? [{ kind: "deliveries", count }] : [];
}

/** As owners are told of them (`warnExpiringKeys`). */
const KEYS_WITHIN = 30 * DAY;

async function listExpiringKeys(ctx: AccountCtx): Promise<Attention[]> {
  const now = ctx.clock.now();
  const keys = await ctx.db.prisma.apiKey.findMany({
    where: { ...tenant(ctx), revokedAt: null, expiresAt: { gt: now, lte: after(now, KEYS_WITHIN) } },
    select: { environment: true, publicId: true, name: true, expiresAt: true },
    orderBy: { expiresAt: "asc" },
    take: MOST_SHOWN,
  });
  return keys.map(({ publicId, name, expiresAt }) => ({
    kind: "key",
    prefix: keyPrefix(ctx.environment, publicId),
    name,
    expiresAt: expiresAt!,
  }));
}

async function countUnread(ctx: AccountCtx): Promise<Attention[]> {
  const count = await countUnreadNotifications(ctx);
  return count > 0 ? [{ kind: "notifications", count }] : [];
}
