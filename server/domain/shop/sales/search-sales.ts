import { parseSaleNumber } from "#server/domain/shop/checkout/index.ts";
import { allOf } from "#server/kernel/conditions.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { plannedAnew, type Sql, sql } from "#server/kernel/db.ts";
import { type Page, type SortedPlace, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { mailHas } from "./mail-has.ts";
import { SALE_COLUMNS, type Sale, SOLD, saleStatusIs } from "./sale.ts";
import type { SaleFilter } from "./sale-filter.ts";

/** What was paid for in the shop, newest first, or oldest first. */
export async function searchSales(ctx: AccountCtx, { limit, ...asked }: SaleFilter & SortedPlace): Promise<Page<Sale>> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  const named = asked.q === undefined ? null : await whoIs(ctx, asked.q);
  const rows = await ctx.db.query<Sale>(
    plannedAnew(sql`
    select ${SALE_COLUMNS} from ${SOLD}
     where c.account_id = ${accountId} and c.environment = ${environment} and c.paid_at is not null and ${conditions(asked, named)}
     order by ${asked.oldestFirst ? sql`c.id` : sql`c.id desc`} limit ${limit + 1}::int`),
  );
  return toPage(rows, limit);
}

function conditions(asked: SaleFilter & Omit<SortedPlace, "limit">, named: Sql | null): Sql {
  const { status, refunded, country, package: code, language, from, to, beforeId, oldestFirst } = asked;
  const packages = (condition: Sql) => sql`
    (c.package_id in (select id from packages where ${condition}) or (c.lines > 1 and exists (
      select from checkout_lines l where l.checkout_id = c.id and l.package_id in (select id from packages where ${condition}))))`;
  return allOf<SaleFilter>({
    before: beforeId !== undefined && (oldestFirst ? sql`c.id > ${beforeId}` : sql`c.id < ${beforeId}`),
    q: named !== null && named,
    status: status !== undefined && saleStatusIs(status),
    refunded: refunded === true && sql`c.refund_due > 0`,
    country: country !== undefined && packages(sql`coverage @> array[${country}]::text[]`),
    package: code !== undefined && packages(sql`package_id = ${code}`),
    language: language !== undefined && sql`split_part(c.locale, '-', 1) = ${language}`,
    from: from !== undefined && sql`c.paid_at >= ${from}`,
    to: to !== undefined && sql`c.paid_at < ${to}`,
  });
}

/** By the number, or by any part of the traveller's address. */
async function whoIs(ctx: AccountCtx, text: string): Promise<Sql> {
  const number = parseSaleNumber(text);
  const hasMail = await mailHas(ctx, text);
  return number === null ? hasMail : sql`(c.number = ${number} or (${hasMail}))`;
}
