import type { AllEsimsFilter } from "#server/domain/selling/esims/index.ts";
import type { AllOrdersFilter } from "#server/domain/selling/orders/index.ts";
import type { Ctx, Environment } from "#server/kernel/context.ts";
import { plannedAnew, type Sql, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Page, type Place, toPage } from "#server/kernel/pagination.ts";

/** Whose a record is. */
type Owned = { id: number; environment: Environment; accountCode: string; companyName: string; createdAt: Date };

export type PlatformOrder = Owned & {
  status: string;
  packageName: string;
  supplierCode: string;
  clientReference: string | null;
  totalAmount: Money;
  currency: string;
};

export type PlatformEsim = Owned & { iccid: string; orderId: number; status: string; supplierCode: string };

type Asked = { account?: string; environment?: string; status?: string } & Place;

/** Orders of every reseller, newest first. */
export async function listAllOrders(ctx: Ctx, asked: AllOrdersFilter & Place): Promise<Page<PlatformOrder>> {
  requireOperator(ctx, "platform:read");
  const rows = await ctx.db.query<PlatformOrder>(
    plannedAnew(sql`
    select o.id, o.environment, a.code as account_code, a.company_name, o.created_at, o.status, o.package_name, o.supplier_code,
           o.client_reference, o.total_amount, o.currency
      from ${newest(sql`orders`, asked)} o join accounts a on a.id = o.account_id
     order by o.id desc limit ${asked.limit + 1}`),
  );
  return toPage(rows, asked.limit);
}

/** eSIMs of every reseller, newest first. */
export async function listAllEsims(ctx: Ctx, asked: AllEsimsFilter & Place): Promise<Page<PlatformEsim>> {
  requireOperator(ctx, "platform:read");
  const isOfAll = asked.account === undefined && asked.status !== undefined;
  const found = isOfAll ? newestEsimsThatAre(asked.status!, asked) : newest(sql`esims`, asked);
  const rows = await ctx.db.query<PlatformEsim>(
    plannedAnew(sql`
    select e.id, e.environment, a.code as account_code, a.company_name, e.created_at, e.iccid, e.order_id, e.status, e.supplier_code
      from ${found} e join accounts a on a.id = e.account_id
     order by e.id desc limit ${asked.limit + 1}`),
  );
  return toPage(rows, asked.limit);
}

/** As many as a page has: the last of the table, or of the account, whose own indexes are led by its statuses. */
function newest(table: Sql, { account, environment, status, beforeId, limit }: Asked): Sql {
  const before = beforeId === undefined ? sql`true` : sql`r.id < ${beforeId}::bigint`;
  const ofStatus = status === undefined ? sql`true` : sql`r.status = ${status}`;
  if (account === undefined)
    return sql`(select * from ${table} r
      where ${before} and ${ofStatus} and ${environment === undefined ? sql`true` : sql`r.environment = ${environment}`}
      order by r.id desc limit ${limit + 1})`;
  return sql`(select n.* from accounts b
    cross join (select unnest(${environment === undefined ? ["live", "test"] : [environment]}::text[]) as environment) env
    cross join lateral (
      select * from ${table} r
       where r.account_id = b.id and r.environment = env.environment and ${ofStatus} and ${before}
       order by r.id desc limit ${limit + 1}) n
    where b.code = ${account.toUpperCase()} order by n.id desc limit ${limit + 1})`;
}

/**
 * Out of the index of all statuses, by being asked for in its order: else the table is read from its end until enough have the status, which a
 * planner thinks soon and is months ago for expired ones.
 */
function newestEsimsThatAre(status: string, { environment, beforeId, limit }: Asked): Sql {
  return sql`(select * from esims r
    where r.status between ${status} and ${status} and ${beforeId === undefined ? sql`true` : sql`r.id < ${beforeId}::bigint`}
      and ${environment === undefined ? sql`true` : sql`r.environment = ${environment}`}
    order by r.status desc, r.id desc limit ${limit + 1})`;
}
