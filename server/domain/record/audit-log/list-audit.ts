import { roleOf } from "#server/kernel/actor.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
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
  const rows = await ctx.db.query<AuditRecord>(sql`
    select id, actor, act, subject, details, created_at
      from audit_entries
     where account_id = ${ctx.account.id} and ${matching({ area, from, to })} and ${containing(search)}
       and id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)
     order by id desc limit ${limit + 1}`);
  return toPage(roleOf(ctx.actor) === null ? rows : rows.map(asStaffSeesIt), limit);
}

export type PlatformAuditRecord = AuditRecord & { accountCode: string | null };

/** Everything that was done, by whomever, newest first: what the platform's own staff see. */
export async function listAllAudit(
  ctx: Ctx,
  { limit, beforeId, search, ...filter }: { limit: number; beforeId?: number } & AuditFilter,
): Promise<Page<PlatformAuditRecord>> {
  requireOperator(ctx, "platform:read");
  const older = sql`id < coalesce(${beforeId ?? null}::bigint, 9223372036854775807)`;
  const newest = (column?: Sql) => sql`
    (select * from audit_entries where ${matching(filter)} and ${older} and ${begins(search, column)} order by id desc limit ${limit + 1})`;
  const found = search?.trim()
    ? sql`${newest(sql`lower(subject)`)} union ${newest(sql`lower(split_part(actor, ':', 2))`)} order by id desc limit ${limit + 1}`
    : newest();
  const rows = await ctx.db.query<PlatformAuditRecord>(sql`
    select e.id, e.actor, e.act, e.subject, e.details, e.created_at, a.code as account_code
      from (${found}) e
      left join accounts a on a.id = e.account_id order by e.id desc`);
  return toPage(rows, limit);
}

/** An account's own entries are few: a name is found by whatever it contains. */
function containing(search: string | undefined): Sql {
  const part = search?.trim() ? `%${search.trim().replace(/[\\%_]/g, "\\$&")}%` : null;
  return sql`(${part}::text is null or actor ilike ${part} or subject ilike ${part})`;
}

/** Of all entries those are found whose subject, or who did it, begins like that: by an index. */
function begins(search: string | undefined, column: Sql | undefined): Sql {
  const text = search?.trim().toLowerCase();
  return text && column ? sql`${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10FFFF}`}` : sql`true`;
}

function matching({ area, from, to }: AuditFilter): Sql {
  const areaIs = area ? sql`split_part(act, '.', 1) = ${area}` : sql`true`;
  return sql`
    ${areaIs}
    and created_at >= coalesce(${from ?? null}::timestamptz, '-infinity')
    and created_at < coalesce(${to ?? null}::timestamptz, 'infinity')`;
}

/** Who of the platform did something, and with what figures, is the platform's own: prices are made of some of them. */
function asStaffSeesIt(record: AuditRecord): AuditRecord {
  return /^(staff|key):/.test(record.actor) ? record : { ...record, actor: "platform", details: {} };
}
