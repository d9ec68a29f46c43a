import {
  type Connected,
  type Found,
  hasPassed,
  type PackageRef,
  type SupplierCode,
  type SupplierPackage,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Money, round4 } from "#server/kernel/money.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { markVariants, type Row, reportCostMoves, toRow, upsertReadable } from "./write-packages.ts";

/** A price that was asked for so recently is not asked for again: suppliers allow so many looks a minute. */
export const COST_FRESH = 2 * MINUTE;
/** More prices than are bought at within that time. */
const MOST_KEPT = 50_000;

type Item = { supplierCode: SupplierCode; supplierPackageId: string };

/**
 * What a package costs at its supplier now. What it said is in the catalogue from then on, for everything that it listed
 * with it. A pull does not count as a look: it may have read this price long before it ended.
 *
 * @param anew whatever was said a moment ago
 * @param supplier by whose turns it is asked
 */
export async function askCost(
  ctx: Ctx,
  item: Item,
  { anew = false, supplier }: { anew?: boolean; supplier: Connected },
): Promise<Found<Money>> {
  const known = await findKnown(ctx, item);
  if (!known) return { kind: "not_found" };
  const askedAt = processSingleton("costs-asked", () => new Map<string, Date>());
  const keyOf = (id: string) => `${item.supplierCode} ${id}`;
  const now = ctx.clock.now();
  const last = askedAt.get(keyOf(item.supplierPackageId));
  if (!anew && last && !hasPassed(last, now, COST_FRESH)) return { kind: "found", value: known.costUsd };
  let listed: SupplierPackage | undefined;
  // What is not where it should be is looked for among everything, before it counts as not sold any more.
  for (const near of [known, undefined]) {
    const answer = await supplier.listPackages(near);
    await supplier.flush();
    if (answer.kind === "unknown") return answer;
    if (askedAt.size > MOST_KEPT) askedAt.clear();
    for (const { supplierPackageId } of answer.packages) askedAt.set(keyOf(supplierPackageId), now);
    await writeMoved(
      ctx,
      item.supplierCode,
      answer.packages.map((one) => toRow(item.supplierCode, one)),
    );
    listed = answer.packages.find(({ supplierPackageId }) => supplierPackageId === item.supplierPackageId);
    if (listed) break;
  }
  return listed ? { kind: "found", value: round4(listed.costUsd) } : { kind: "not_found" };
}

async function findKnown(ctx: Ctx, item: Item): Promise<(PackageRef & { costUsd: Money }) | null> {
  const { supplierCode, supplierPackageId } = item;
  const known = await ctx.db.prisma.package.findUnique({
    where: { supplierCode_supplierPackageId: { supplierCode, supplierPackageId } },
    select: { supplierPackageId: true, type: true, coverage: true, costUsd: true },
  });
  return known as (PackageRef & { costUsd: Money }) | null;
}

/** Nothing is written when nothing moved: a written catalogue is read anew by every process. New packages wait for the pull. */
async function writeMoved(ctx: Ctx, supplier: SupplierCode, rows: Row[]): Promise<void> {
  const at = ctx.clock.now();
  const known = await ctx.db.prisma.package.findMany({
    where: { supplierCode: supplier, supplierPackageId: { in: rows.map((row) => row.supplier_package_id) } },
    select: { supplierPackageId: true, contentHash: true },
  });
  const hashes = new Map(known.map(({ supplierPackageId, contentHash }) => [supplierPackageId, contentHash]));
  const moved = rows.filter(
    ({ supplier_package_id: id, content_hash }) => (hashes.get(id) ?? content_hash) !== content_hash,
  );
  if (moved.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await upsertReadable(tx, moved, [], at);
    await markVariants(tx, at);
  });
  await reportCostMoves(ctx.db, supplier, at);
}
