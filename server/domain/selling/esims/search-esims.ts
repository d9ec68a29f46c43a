import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import { type Page, type SortedPlace, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { ESIM_STATUSES, type Esim } from "./esim.ts";
import type { EsimFilter } from "./esim-filter.ts";

export type FoundEsim = Pick<
  Esim,
  | "id"
  | "iccid"
  | "orderId"
  | "supplierCode"
  | "status"
  | "installationStatus"
  | "totalBytes"
  | "usedBytes"
  | "expiresAt"
  | "syncedAt"
  | "createdAt"
> & { packageName: string };

/**
 * Newest first, or oldest first: by id, which every index of a filter ends with; or in the order in which they end. Each filter has an index; the
 * text of the statement holds only what was asked for.
 */
export async function searchEsims(
  ctx: AccountCtx,
  { limit, endsFirst = false, ...asked }: EsimFilter & SortedPlace & { endsFirst?: boolean },
): Promise<Page<FoundEsim>> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<FoundEsim>(sql`
    select e.id, e.iccid, e.order_id, e.supplier_code, e.status,
           e.installation_status, e.total_bytes, e.used_bytes,
           e.expires_at, e.synced_at, e.created_at,
           (select o.package_name from orders o where o.id = e.order_id) as package_name
      from ${endsFirst ? inOrderOfEnd(ctx, asked, limit) : sql`esims`} e
     where e.account_id = ${accountId} and e.environment = ${environment} and ${endsFirst ? sql`true` : conditions(asked)}
     order by ${endsFirst ? sql`${END}, e.id` : asked.oldestFirst ? sql`e.id` : sql`e.id desc`} limit ${limit + 1}::int`);
  return toPage(rows, limit);
}

/** As the index has it. */
const END = sql`coalesce(e.expires_at, 'infinity'::timestamptz)`;

/** The first ones of every status, each of which has its part of the index: those that ended long ago need not be passed to come to the living. */
function inOrderOfEnd(ctx: AccountCtx, { beforeId, ...asked }: Asked, limit: number): Sql {
  const { accountId, environment } = tenant(ctx);
  const after =
    beforeId === undefined
      ? sql`true`
      : sql`(${END}, e.id) > (select coalesce(b.expires_at, 'infinity'::timestamptz), b.id from esims b where b.id = ${beforeId} and b.account_id = ${accountId})`;
  return sql`(select n.* from unnest(${asked.status === undefined ? ESIM_STATUSES : [asked.status]}::text[]) as s (status)
    cross join lateral (
      select * from esims e
       where e.account_id = ${accountId} and e.environment = ${environment} and e.status = s.status and ${conditions(asked)} and ${after}
       order by ${END}, e.id limit ${limit + 1}::int) n)`;
}

type Asked = EsimFilter & Omit<SortedPlace, "limit">;

function conditions({ q, status, provider, only, beforeId, oldestFirst }: Asked): Sql {
  return allOf<EsimFilter>({
    before: beforeId !== undefined && (oldestFirst ? sql`e.id > ${beforeId}` : sql`e.id < ${beforeId}`),
    q: q !== undefined && numbered(q),
    status: status !== undefined && sql`e.status = ${status}`,
    provider: provider !== undefined && sql`e.supplier_code = ${provider}`,
    only: only !== undefined && sql`e.iccid = any (${only}::text[])`,
  });
}

/** Which number it is follows from its length: IMSIs have 14 or 15 digits, EIDs 32; whatever else ends an ICCID, as customers read it out. */
function numbered(text: string): Sql {
  const orderId = parseOrderReference(text.toUpperCase());
  if (orderId !== null) return sql`e.order_id = ${orderId}`;
  if (text.length > 22) return sql`e.eid = ${text}`;
  return text.length === 14 || text.length === 15 ? sql`e.imsi = ${text}` : iccidEnds(text);
}

/** The number from its end, as the index of all accounts has it: none has more than 22 digits. */
export const FROM_END_EVERYWHERE = sql`right(reverse(e.iccid), 22)`;

/** On `e`; out of an index that the account leads, unless another is named. Fewer than four digits end too many. */
export function iccidEnds(text: string, fromEnd: Sql = sql`reverse(e.iccid)`): Sql {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{4,22}$/.test(digits)) return sql`false`;
  const reversed = [...digits].reverse().join("");
  return sql`${fromEnd} ~>=~ ${reversed} and ${fromEnd} ~<~ ${`${reversed}\u{10FFFF}`}`;
}
