import { type AccountCtx, type Ctx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requireOperator } from "#server/kernel/permissions.ts";
import type { Notice } from "./notice.ts";

type Search = { limit: number; beforeId?: number; unreadOnly?: boolean };

/** The account's notices of this environment and of both, newest first. */
export async function listNotices(
  ctx: AccountCtx,
  { limit, beforeId, unreadOnly = false }: Search,
): Promise<Page<Notice>> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Notice>(sql`
    select id, account_id as "accountId", environment, kind, subject, text, created_at as "createdAt", read_at as "readAt"
      from notices
     where account_id = ${accountId} and (environment is null or environment = ${environment})
       and (${beforeId ?? null}::bigint is null or id < ${beforeId ?? null}::bigint) and (not ${unreadOnly}::boolean or read_at is null)
     order by id desc limit ${limit + 1}::int`);
  return toPage(rows, limit);
}

/** What the platform's own staff should hear of, newest first. */
export async function listPlatformNotices(ctx: Ctx, limit = 10): Promise<Notice[]> {
  requireOperator(ctx);
  return await ctx.db.query<Notice>(sql`
    select id, account_id as "accountId", environment, kind, subject, text, created_at as "createdAt", read_at as "readAt"
      from notices where account_id is null order by id desc limit ${limit}::int`);
}
