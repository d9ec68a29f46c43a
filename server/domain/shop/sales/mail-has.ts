import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, type Sql, sql } from "#server/kernel/db.ts";

/** How many of the newest purchases are looked at, and of how many a text is in so many that lists find it as they go. */
const NEWEST = 500;
const COMMON = 10;
const AFTER_ALL = "\u{10FFFF}";

/**
 * The condition that the address of a purchase `c` has this text anywhere; with less than three characters, that it begins so. What many addresses
 * have, such as a provider's domain, the newest purchases have too: those are read until a page is full. What few have is read out of
 * the index of parts (decision 142).
 */
export async function mailHas(ctx: AccountCtx, text: string): Promise<Sql> {
  const { accountId, environment } = tenant(ctx);
  const lower = text.toLowerCase();
  if (lower.length < 3) return sql`c.email ~>=~ ${lower} and c.email ~<~ ${lower + AFTER_ALL}`;
  const pattern = `%${lower.replace(/[\\%_]/g, "\\$&")}%`;
  const { n } = one(
    await ctx.db.query<{ n: number }>(sql`
      select count(*)::int as n from (
        select email from checkouts
         where account_id = ${accountId} and environment = ${environment} and paid_at is not null order by id desc limit ${NEWEST}::int) newest
       where email like ${pattern}`),
  );
  return n >= COMMON
    ? sql`c.email like ${pattern}`
    : sql`mail_parts(c.account_id, c.email) @> mail_parts(${accountId}::int, ${lower}) and c.email like ${pattern}`;
}
