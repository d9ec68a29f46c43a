import { batchLoader } from "#server/kernel/batch-loader.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import { textWithoutCodes, withoutCodes } from "#server/kernel/installation.ts";
import { readTextPage, type TextPage } from "#server/kernel/pagination.ts";
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
  if (!order) return noOrder(ctx, reference);
  return { ...order, profiles: order.profiles.map((profile) => withoutCodes(ctx, profile)) };
}

/**
 * The same as the API answers with it, for who only passes it on, by their ids alone as well: a plan that was made while an account
 * had a few orders read all of them for each one. Arrays behind a `select` are of any length to the planner: the
 * plan for one is kept for all (decision 159).
 */
const lookUpText = batchLoader("order-texts", async (db: Transaction, asked: Asked[]) => {
  const orders = await db.query<{ ord: number; item: string }>(sql`
    select a.ord, o.item
      from unnest((select ${asked.map(({ id }) => id)}::bigint[]), (select ${asked.map(({ accountId }) => accountId)}::int[]),
        (select ${asked.map(({ environment }) => environment)}::text[])) with ordinality as a(id, account_id, environment, ord)
     cross join lateral (select account_id, environment, item from order_texts where id = a.id offset 0) o
     where o.account_id = a.account_id and o.environment = a.environment`);
  const byOrd = new Map(orders.map(({ ord, item }) => [ord, item]));
  return asked.map((_, i) => byOrd.get(i + 1));
});

export async function readOrderText(ctx: AccountCtx, reference: string): Promise<string> {
  requirePermission(ctx, "orders:read");
  const id = parseOrderReference(reference);
  const text = id === null ? undefined : await lookUpText(ctx.db, { id, ...tenant(ctx) });
  return text === undefined ? noOrder(ctx, reference) : textWithoutCodes(ctx, text);
}

const noOrder = ({ environment }: AccountCtx, reference: string): never =>
  fail(
    "resource_not_found",
    `There is no order ${reference.slice(0, 60)} in the ${environment} environment. References look like B2B-1042.`,
  );

type ListQuery = { status?: OrderStatus; limit: number; beforeId?: number };

/** Newest first, as the API has them. */
export async function listOrders(ctx: AccountCtx, { status, limit, beforeId }: ListQuery): Promise<TextPage> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const rows = (most: number) => sql`
    select id, item from order_items(${accountId}::int, ${environment}, ${status ?? null}::text, ${beforeId ?? Number.MAX_SAFE_INTEGER}::bigint, ${most}::int)`;
  return await readTextPage(ctx.db, rows, limit);
}
