import { roleOf } from "#server/kernel/actor.ts";
import { allOf } from "#server/kernel/conditions.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { AuditFilter } from "./audit-filter.ts";

export type AuditRecord = {
  id: number;
  /** `staff:somebody@example.com`, `key:svc_live_…`; for staff, everything else is `platform`. */
  actor: string;
  act: string;
  subject: string;
  details: Record<string, unknown>;
  createdAt: Date;
};

/** Newest first. Acts on the account as a whole are part of both environments. */
export async function listAudit(
  ctx: AccountCtx,
  { limit, ...filter }: AuditFilter & Place,
): Promise<Page<AuditRecord>> {
  requirePermission(ctx, "audit:read");
  const rows = await ctx.db.query<AuditRecord>(sql`
    select id, actor, act, subject, details, created_at
      from audit_entries
     where account_id = ${ctx.account.id} and ${conditions(filter, filter.search !== undefined && contains(filter.search))}
     order by id desc limit ${limit + 1}`);
  return toPage(roleOf(ctx.actor) === null ? rows : rows.map(asStaffSeesIt), limit);
}

export type PlatformAuditRecord = AuditRecord & { accountCode: string | null };

/** Everything that was done, by whomever, newest first: what the platform's own staff see. */
export async function listAllAudit(
  ctx: Ctx,
  { limit, ...filter }: AuditFilter & Place,
): Promise<Page<PlatformAuditRecord>> {
  requireOperator(ctx, "platform:read");
  const { search } = filter;
  const newest = (found: Sql | false) => sql`
    (select * from audit_entries where ${conditions(filter, found)} order by id desc limit ${limit + 1})`;
  const found =
    search === undefined
      ? newest(false)
      : sql`${newest(begins(search, sql`lower(subject)`))} union ${newest(begins(search, sql`lower(split_part(actor, ':', 2))`))}
            order by id desc limit ${limit + 1}`;
  const rows = await ctx.db.query<PlatformAuditRecord>(sql`
    select e.id, e.actor, e.act, e.subject, e.details, e.created_at, a.code as account_code
      from (${found}) e
      left join accounts a on a.id = e.account_id order by e.id desc`);
  return toPage(rows, limit);
}

/** An account's own entries are few: a name is found by whatever it contains. */
function contains(search: string): Sql {
  const part = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(actor ilike ${part} or subject ilike ${part})`;
}

/** Of all entries those are found whose subject, or who did it, begins like that: by an index. */
function begins(search: string, column: Sql): Sql {
  const text = search.toLowerCase();
  return sql`${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10FFFF}`}`;
}

function conditions({ area, from, to, beforeId }: AuditFilter & { beforeId?: number }, search: Sql | false): Sql {
  return allOf<AuditFilter>({
    before: beforeId !== undefined && sql`id < ${beforeId}`,
    search,
    area: area !== undefined && sql`split_part(act, '.', 1) = ${area}`,
    from: from !== undefined && sql`created_at >= ${from}`,
    to: to !== undefined && sql`created_at < ${to}`,
  });
}

/** Who of the platform did something, and with what figures, is the platform's own: prices are made of some of them. */
function asStaffSeesIt(record: AuditRecord): AuditRecord {
  return /^(staff|key):/.test(record.actor) ? record : { ...record, actor: "platform", details: {} };
}
