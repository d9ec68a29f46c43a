import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Esim } from "./esim.ts";
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

/** Newest first. Each filter has an index; the text of the statement holds only what was asked for. */
export async function searchEsims(
  ctx: AccountCtx,
  { limit, beforeId, ...filter }: EsimFilter & Place,
): Promise<Page<FoundEsim>> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<FoundEsim>(sql`
    select e.id, e.iccid, e.order_id, e.supplier_code, e.status,
           e.installation_status, e.total_bytes, e.used_bytes,
           e.expires_at, e.synced_at, e.created_at,
           (select o.package_name from orders o where o.id = e.order_id) as package_name
      from esims e
     where e.account_id = ${accountId} and e.environment = ${environment} and ${conditions(filter, beforeId)}
     order by e.id desc limit ${limit + 1}::int`);
  return toPage(rows, limit);
}

function conditions({ q, status, provider }: EsimFilter, beforeId: number | undefined): Sql {
  return allOf<EsimFilter>({
    before: beforeId !== undefined && sql`e.id < ${beforeId}`,
    q: q !== undefined && numbered(q),
    status: status !== undefined && sql`e.status = ${status}`,
    provider: provider !== undefined && sql`e.supplier_code = ${provider}`,
  });
}

/** Which number it is follows from its length: IMSIs have up to 15 digits, ICCIDs 18 to 22, EIDs 32. */
function numbered(text: string): Sql {
  const orderId = parseOrderReference(text.toUpperCase());
  if (orderId !== null) return sql`e.order_id = ${orderId}`;
  if (text.length > 22) return sql`e.eid = ${text}`;
  return text.length > 15 ? sql`e.iccid = ${text}` : sql`e.imsi = ${text}`;
}
