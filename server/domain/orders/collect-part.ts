import {
  apart,
  connectSupplier,
  type Delivered,
  hasPassed,
  nextDeliveryCheck,
  nextShortCheck,
  type SupplierEsim,
} from "#server/domain/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { putAside } from "./put-aside.ts";
import { recordCost } from "./record-cost.ts";
import { movePart, type Part } from "./supplier-part.ts";
import { watchPart } from "./watch.ts";

/**
 * The supplier has the order: fetch its eSIMs. Fewer than ordered are believed when they are as many a second time.
 *
 * @param ceilingUsd the highest cost per eSIM at which the order is no loss
 */
export async function collectPart(ctx: Ctx, part: Part, ceilingUsd: Money): Promise<Date | null> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const found = await supplier.getOrderEsims(part.supplierReference!, part.reference);
  await supplier.flush();
  const now = ctx.clock.now();
  const { esims, allocating }: Delivered = found.kind === "found" ? found.value : { esims: [], allocating: true };
  if (found.kind === "found") await recordCost(ctx, part, found.value.unitCostUsd, ceilingUsd);
  if (esims.length >= part.quantity || (!allocating && isShortAgain(part, esims.length, now)))
    return await take(ctx, part, esims);
  const isShort = !allocating;
  const same = isShort && part.shortQuantity === esims.length;
  await movePart(
    ctx.db,
    part,
    "accepted",
    now,
    sql`checks = checks + 1, short_at = ${isShort ? (same ? part.shortAt : now) : null}, short_quantity = ${isShort ? esims.length : null}`,
  );
  return isShort ? nextShortCheck(now, esims.length) : nextDeliveryCheck(now, part.checks + 1);
}

/**
 * What the supplier has cancelled by now, and paid back, was not delivered. What is missing is watched for, what is too
 * much is put aside.
 */
async function take(ctx: Ctx, part: Part, esims: SupplierEsim[]): Promise<null> {
  const alive = esims.filter(({ status }) => status !== "cancelled");
  const isTakenBack = alive.length === 0 && esims.length > 0;
  const profiles = storableJson(isTakenBack ? esims : alive.slice(0, part.quantity));
  const set = isTakenBack ? sql`status = 'rejected', rejected_code = 'taken_back'` : sql`status = 'delivered'`;
  const moved = await movePart(ctx.db, part, "accepted", ctx.clock.now(), sql`${set}, profiles = ${profiles}::jsonb`);
  if (!moved) return null;
  if (esims.length < part.quantity) await watchPart(ctx, part);
  if (alive.length > part.quantity)
    await putAside(ctx, moved, {
      reference: part.supplierReference!,
      esims: alive.slice(part.quantity),
      isOurs: true,
    });
  return null;
}

const isShortAgain = ({ shortAt, shortQuantity }: Part, got: number, now: Date) =>
  shortQuantity === got && shortAt !== null && hasPassed(shortAt, now, apart(got));
