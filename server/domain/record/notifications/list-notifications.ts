import { roleOf } from "#server/kernel/actor.ts";
import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, type Ctx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import { isAllowed, requirePermission } from "#server/kernel/permissions.ts";
import {
  ACCOUNT_NOTIFICATION_KINDS,
  ACCOUNT_NOTIFICATIONS,
  type AccountNotificationKind,
  type Notice,
} from "./notice.ts";
import type { NotificationFilter } from "./notification-filter.ts";

export type AccountNotification = Notice & { kind: AccountNotificationKind };

/** Kinds about what the role may see at all, or may change. */
export function kindsFor({ actor }: AccountCtx, to: "see" | "act"): AccountNotificationKind[] {
  const role = roleOf(actor);
  return ACCOUNT_NOTIFICATION_KINDS.filter((kind) => role === null || isAllowed(role, ACCOUNT_NOTIFICATIONS[kind][to]));
}

/** The account's notices of this environment and of both, newest first, about what the role may see. */
export async function listNotifications(
  ctx: AccountCtx,
  { limit, beforeId, unread }: NotificationFilter & Place,
): Promise<Page<AccountNotification>> {
  requirePermission(ctx, "notices:read");
  const { accountId, environment } = tenant(ctx);
  const asked = allOf<NotificationFilter>({
    before: beforeId !== undefined && sql`id < ${beforeId}`,
    unread: unread === true && sql`read_at is null`,
  });
  const rows = await ctx.db.query<AccountNotification>(sql`
    select id, account_id, environment, kind, subject, text, created_at, read_at
      from notices
     where account_id = ${accountId} and (environment is null or environment = ${environment}) and kind = any(${kindsFor(ctx, "see")}::text[])
       and ${asked}
     order by id desc limit ${limit + 1}::int`);
  return toPage(rows, limit);
}

/** More than these are not counted: the bell says "99+". */
const MOST_COUNTED = 100;

export async function countUnreadNotifications(ctx: AccountCtx): Promise<number> {
  requirePermission(ctx, "notices:read");
  const { accountId, environment } = tenant(ctx);
  return await ctx.db.prisma.notification.count({
    where: {
      accountId,
      readAt: null,
      OR: [{ environment: null }, { environment }],
      kind: { in: kindsFor(ctx, "see") },
    },
    take: MOST_COUNTED,
  });
}

/** What the platform's own staff should hear of, newest first. */
export async function listPlatformNotifications(ctx: Ctx, limit = 10): Promise<Notice[]> {
  requireOperator(ctx, "platform:read");
  const notices = await ctx.db.prisma.notification.findMany({
    where: { accountId: null },
    omit: { dedupeKey: true, recipients: true, mailedAt: true },
    orderBy: { id: "desc" },
    take: limit,
  });
  return notices.map((notice) => ({ ...notice, id: Number(notice.id) }) as Notice);
}
