import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requireOperator, requirePermission, roleOf } from "#server/kernel/permissions.ts";

export type AuditRecord = {
  id: number;
  /** `staff:somebody@example.com`, `key:svc_live_…`; for staff, everything else is `platform`. */
  actor: string;
  act: string;
  subject: string;
  details: Record<string, unknown>;
  createdAt: Date;
};

/** `area` is the noun of the act (`key`, `member` …), `search` a part of who did it or to what. */
export type AuditFilter = { area?: string; search?: string; from?: Date; to?: Date };

/** Newest first. Acts on the account as a whole are part of both environments. */
export async function listAudit(
  ctx: AccountCtx,
  { limit, beforeId, area, search, from, to }: { limit: number; beforeId?: number } & AuditFilter,
): Promise<Page<AuditRecord>> {
  requirePermission(ctx, "audit:read");
  const rows = await ctx.db.query<AuditRecord>(sql`
    select id, actor, act, subject, details, created_at as "createdAt"
      from audit_entries
     where account_id = ${ctx.account.id} and ${matching({ area, search, from, to })}
       and id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
     order by id desc limit ${limit + 1}`);
  return toPage(roleOf(ctx.actor) === null ? rows : rows.map(asStaffSeesIt), limit);
}

export type PlatformAuditRecord = AuditRecord & { accountCode: string | null };

/** Everything that was done, by whomever, newest first: what the platform's own staff see. */
export async function listAllAudit(
  ctx: Ctx,
  { limit, beforeId, ...filter }: { limit: number; beforeId?: number } & AuditFilter,
): Promise<Page<PlatformAuditRecord>> {
  requireOperator(ctx);
  const rows = await ctx.db.query<PlatformAuditRecord>(sql`
    select e.id, e.actor, e.act, e.subject, e.details, e.created_at as "createdAt", a.code as "accountCode"
      from (select * from audit_entries where ${matching(filter)} and id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
             order by id desc limit ${limit + 1}) e
      left join accounts a on a.id = e.account_id order by e.id desc`);
  return toPage(rows, limit);
}

function matching({ area, search, from, to }: AuditFilter): Sql {
  const part = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, "\\$&")}%` : null;
  return sql`
    (${area ?? null}::text is null or split_part(act, '.', 1) = ${area ?? null})
    and (${part}::text is null or actor ilike ${part} or subject ilike ${part})
    and created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and created_at < coalesce(${to ?? null}::timestamptz, 'infinity')`;
}

/** Who of the platform did something, and with what figures, is the platform's own: prices are made of some of them. */
function asStaffSeesIt(record: AuditRecord): AuditRecord {
  return /^(staff|key):/.test(record.actor) ? record : { ...record, actor: "platform", details: {} };
}
