import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference, parseOrderReference } from "#server/kernel/ids.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

export type Hit = { kind: "order" | "esim" | "request"; reference: string; title: string; at: Date };

/** Records that carry exactly this name: order reference, client reference, ICCID or request id. Each is one look into an index. */
export async function searchRecords(ctx: AccountCtx, text: string): Promise<Hit[]> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const wanted = text.trim();
  const orderId = parseOrderReference(wanted.toUpperCase());
  const orders = sql`
    select 'order' as kind, o.id, o.client_reference, o.package_name || ', ' || o.status as title, o.created_at
      from orders o where o.account_id = ${accountId} and o.environment = ${environment}`;
  type Row = { kind: Hit["kind"]; id: string; title: string; at: Date };
  const rows = await ctx.db.query<Row>(
    /^\d{18,22}$/.test(wanted)
      ? sql`
          select 'esim' as kind, iccid as id, 'eSIM, ' || status as title, created_at as at
            from esims where iccid = ${wanted} and account_id = ${accountId} and environment = ${environment} limit 5`
      : /^req_/.test(wanted)
        ? sql`
            select 'request' as kind, request_id as id, method || ' ' || path || ', ' || status as title, created_at as at
              from api_requests where request_id = ${wanted} and account_id = ${accountId} and environment = ${environment} limit 5`
        : sql`
            select kind, id::text as id, title, created_at as at from (${orders}) found
             where ${orderId === null ? sql`client_reference = ${wanted}` : sql`id = ${orderId}`} limit 5`,
  );
  return rows.map(({ kind, id, title, at }) => ({
    kind,
    reference: kind === "order" ? orderReference(Number(id)) : id,
    title,
    at,
  }));
}
