import { type Sql, sql } from "#server/kernel/db.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";

/**
 * A change is written at one moment and seen by whoever sells a moment later, in another cell after minutes: what was sold so soon
 * after it may have been sold as what it was.
 */
const SEEN_WITHIN = 10 * MINUTE;

/** Whether the package `sold` is the product that it was sold as at a moment; its supplier may have made another of it since. */
export const isAsSold = (at: Sql): Sql =>
  sql`(sold.product_changed_at is null or sold.product_changed_at < ${at} - make_interval(secs => ${SEEN_WITHIN / SECOND}))`;

/** The same of one that was read. */
export const wasAsSold = ({ productChangedAt }: { productChangedAt: Date | null }, at: Date): boolean =>
  productChangedAt === null || productChangedAt < after(at, -SEEN_WITHIN);
