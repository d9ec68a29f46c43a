import { iccidEnds } from "#server/domain/selling/esims/index.ts";
import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { plannedAnew, type Sql, sql } from "#server/kernel/db.ts";
import { parseOrderReference } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Page, type SortedPlace, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { OrderSummary } from "./order.ts";
import type { OrderFilter } from "./order-filter.ts";

export type FoundOrder = OrderSummary & {
  requestedQuantity: number;
  deliveredQuantity: number;
  refundedAmount: Money;
};

/** Newest first, or oldest first: by id, which every index of a filter ends with. Each filter has an index; the text of the statement holds only what was asked for. */
export async function searchOrders(
  ctx: AccountCtx,
  { limit, ...asked }: OrderFilter & SortedPlace,
): Promise<Page<FoundOrder>> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const packageIds = await findPackageIds(ctx, asked);
  if (packageIds?.length === 0) return toPage<FoundOrder>([], limit);
  const rows = await ctx.db.query<FoundOrder>(
    plannedAnew(sql`
    select o.id, o.client_reference, o.status, o.requested_quantity,
           o.delivered_quantity, o.unit_price, o.total_amount,
           o.refunded_amount, o.currency, o.package_name, o.created_at,
           (select e.iccid from esims e where e.order_id = o.id order by e.id limit 1) as iccid
      from orders o
     where o.account_id = ${accountId} and o.environment = ${environment} and ${conditions(ctx, asked, packageIds)}
     order by ${asked.oldestFirst ? sql`o.id` : sql`o.id desc`} limit ${limit + 1}::int`),
  );
  return toPage(rows, limit);
}

/** Which packages are meant, before any order is read: what they are bound to is planned better than a question would be. */
async function findPackageIds(ctx: AccountCtx, { package: code, country }: OrderFilter): Promise<number[] | undefined> {
  if (code === undefined && country === undefined) return undefined;
  const named = code === undefined ? sql`true` : sql`package_id = ${code}`;
  const there = country === undefined ? sql`true` : sql`coverage @> array[${country}]::text[]`;
  const rows = await ctx.db.query<{ id: number }>(sql`select id from packages where ${named} and ${there}`);
  return rows.map(({ id }) => id);
}

type Asked = OrderFilter & Omit<SortedPlace, "limit">;

function conditions(ctx: AccountCtx, asked: Asked, packageIds?: number[]): Sql {
  const { q, status, from, to, only, beforeId, oldestFirst } = asked;
  const ofPackages = packageIds !== undefined && sql`o.package_id = any (${packageIds}::int[])`;
  return allOf<OrderFilter>({
    before: beforeId !== undefined && (oldestFirst ? sql`o.id > ${beforeId}` : sql`o.id < ${beforeId}`),
    q: q !== undefined && named(ctx, q),
    status: status !== undefined && sql`o.status = ${status}`,
    // Both are in the packages that were found.
    package: ofPackages,
    country: false,
    from: from !== undefined && sql`o.created_at >= ${from}`,
    to: to !== undefined && sql`o.created_at < ${to}`,
    only: only !== undefined && sql`o.id = any (${only}::bigint[])`,
  });
}

/** Compared byte by byte, so that the index on the beginning of references is used whatever the database's language is. */
function named(ctx: AccountCtx, text: string): Sql {
  const { accountId, environment } = tenant(ctx);
  const id = parseOrderReference(text.toUpperCase());
  if (id !== null) return sql`(o.id = ${id} or o.client_reference = ${text})`;
  const begins = (column: Sql) => sql`${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10FFFF}`}`;
  if (!/^[\d\s-]{4,40}$/.test(text)) return begins(sql`o.client_reference`);
  return sql`o.id = any (array(
    select r.id from orders r where r.account_id = ${accountId} and r.environment = ${environment} and ${begins(sql`r.client_reference`)}
    union all
    select e.order_id from esims e where e.account_id = ${accountId} and e.environment = ${environment} and ${iccidEnds(text)}))`;
}
