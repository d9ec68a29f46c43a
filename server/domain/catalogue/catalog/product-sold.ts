import { type Sql, sql } from "#server/kernel/db.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";

/** Of what was sold before its product was kept: a change is written at one moment and seen by whoever sells a moment later, in another cell after minutes. */
const SEEN_WITHIN = 10 * MINUTE;

/**
 * The product that was sold under the package `sold`. Its supplier may have made another of it since; null where nobody knows any more.
 *
 * @param key as it was kept with the sale; null of those of before
 * @param at when it was sold
 */
export const productSold = (key: Sql, at: Sql): Sql =>
  sql`coalesce(${key}, case when sold.product_changed_at is null or sold.product_changed_at < ${at} - make_interval(secs => ${SEEN_WITHIN / SECOND}) then sold.product_key end)`;

/**
 * Whether the package `p` is the product that was sold under the package `sold`, wherever that works: a region is not of the same countries at
 * every supplier. Which they were is known as long as `sold` is that product still.
 */
export const isProductSold = (key: Sql, at: Sql): Sql =>
  sql`p.product_key = ${productSold(key, at)} and (p.coverage @> sold.coverage or p.product_key <> sold.product_key)`;

/**
 * Whether what was sold under the package `sold` can be topped up: as it was then, whatever its supplier says of those that it sells now. What is
 * really offered for an eSIM its supplier lists.
 *
 * @param at when it was sold
 */
export const topupsSold = (at: Sql): Sql =>
  sql`(sold.topup_supported or coalesce(${at} < sold.topups_ended_at + make_interval(secs => ${SEEN_WITHIN / SECOND}), false))`;
