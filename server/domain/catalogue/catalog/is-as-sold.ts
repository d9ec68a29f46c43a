import { type Sql, sql } from "#server/kernel/db.ts";
import { after, HOUR } from "#server/kernel/time.ts";

/**
 * Whether the package `sold` is the product that it was at a moment; its supplier may have made another of it since. A pull takes its
 * time from its beginning, and was not in force everywhere before its end.
 */
export const isAsSold = (at: Sql): Sql =>
  sql`(sold.product_changed_at is null or sold.product_changed_at < ${at} - interval '1 hour')`;

/** The same of one that was read. */
export const wasAsSold = ({ productChangedAt }: { productChangedAt: Date | null }, at: Date): boolean =>
  productChangedAt === null || productChangedAt < after(at, -HOUR);
