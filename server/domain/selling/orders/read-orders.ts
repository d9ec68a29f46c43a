import { batchLoader } from "#server/kernel/batch-loader.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import { withoutCodes } from "#server/kernel/installation.ts";
import { jsonText, jsonTime, readTextPage, type TextPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Order, OrderStatus } from "./order.ts";

const COLUMNS = sql`
  o.id, o.client_reference, o.status, o.requested_quantity, o.delivered_quantity,
  o.unit_price, o.total_amount, o.currency, o.package_id, o.package_name,
  o.created_at,
  (select coalesce(json_agg(json_build_object('iccid', e.iccid, 'imsi', e.imsi, 'supplierCode', e.supplier_code, 'status', e.status,
     'installationStatus', e.installation_status, 'activationCode', e.activation_code, 'smdpAddress', e.smdp_address) order by e.id), '[]')
     from esims e where e.order_id = o.id) as profiles`;

/** For jobs, which know the order by its id. */
export async function findOrderById(db: Transaction, id: number): Promise<Order | null> {
  const [order] = await db.query<Order>(sql`select ${COLUMNS} from orders o where o.id = ${id}`);
  return order ?? null;
}

type Asked = { id: number; accountId: number; environment: string };

/** Orders that are asked for together are read together: fetched by id alone (whatever the planner believes) and then held against the tenant. */
const lookUp = batchLoader("orders", async (db: Transaction, asked: Asked[]) => {
  const orders = await db.query<Order & { ord: number }>(sql`
    with asked as (
      select * from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ accountId }) => accountId)}::int[],
        ${asked.map(({ environment }) => environment)}::text[]) with ordinality as a(id, account_id, environment, ord)
    ), found as materialized (
      select * from orders where id = any (${asked.map(({ id }) => id)}::bigint[])
    )
    select a.ord, ${COLUMNS} from asked a join found o on o.id = a.id and o.account_id = a.account_id and o.environment = a.environment`);
  const byOrd = new Map(orders.map(({ ord, ...order }) => [ord, order as Order]));
  return asked.map((_, i) => byOrd.get(i + 1));
});

/** With all profiles; what installs them for those whose role hands it on. */
export async function getOrder(ctx: AccountCtx, reference: string): Promise<Order> {
  requirePermission(ctx, "orders:read");
  const id = parseOrderReference(reference);
  const order = id === null ? undefined : await lookUp(ctx.db, { id, ...tenant(ctx) });
  if (!order)
    return fail(
      "resource_not_found",
      `There is no order ${reference.slice(0, 60)} in this environment. References look like B2B-1042.`,
    );
  return { ...order, profiles: order.profiles.map((profile) => withoutCodes(ctx, profile)) };
}

type ListQuery = { status?: OrderStatus; limit: number; beforeId?: number };

/** Newest first, as the API has them. */
export async function listOrders(ctx: AccountCtx, { status, limit, beforeId }: ListQuery): Promise<TextPage> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const inStatus = status ? sql`o.status = ${status}` : sql`true`;
  const rows = sql`
    select o.id, '{"id":' || o.id || ',"reference":"B2B-' || o.id || '","client_reference":' || ${jsonText(sql`o.client_reference`)}
             || ',"status":"' || o.status || '","unit_price":' || trim_scale(o.unit_price) || ',"total_amount":' || trim_scale(o.total_amount)
             || ',"currency":"' || o.currency || '","package_name":' || ${jsonText(sql`o.package_name`)} || ',"iccid":'
             || ${jsonText(sql`(select e.iccid from esims e where e.order_id = o.id order by e.id limit 1)`)}
             || ',"created_at":' || ${jsonTime(sql`o.created_at`)} || '}' as item
      from orders o
     where o.account_id = ${accountId} and o.environment = ${environment} and ${inStatus} and o.id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
     order by o.id desc`;
  return await readTextPage(ctx.db, rows, limit);
}
