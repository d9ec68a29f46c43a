import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

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
  const part = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, "\\$&")}%` : null;
  const rows = await ctx.db.query<AuditRecord>(sql`
    select id, actor, act, subject, details, created_at as "createdAt"
      from audit_entries
     where account_id = ${ctx.account.id} and id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
       and (${area ?? null}::text is null or split_part(act, '.', 1) = ${area ?? null})
       and (${part}::text is null or actor ilike ${part} or subject ilike ${part})
       and created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
       and created_at < coalesce(${to ?? null}::timestamptz, 'infinity')
     order by id desc limit ${limit + 1}`);
  return toPage(ctx.actor.kind === "staff" ? rows.map(asStaffSeesIt) : rows, limit);
}

/** Who of the platform did something, and with what figures, is the platform's own: prices are made of some of them. */
function asStaffSeesIt(record: AuditRecord): AuditRecord {
  return /^(staff|key):/.test(record.actor) ? record : { ...record, actor: "platform", details: {} };
}
