import {
  apart,
  connectSupplier,
  type Delivered,
  hasPassed,
  nextDeliveryCheck,
  nextShortCheck,
  type SupplierEsim,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
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
  const short = isShort
    ? { shortAt: same ? part.shortAt : now, shortQuantity: esims.length }
    : { shortAt: null, shortQuantity: null };
  await movePart(ctx.db, part, now, { checks: part.checks + 1, ...short });
  return isShort ? nextShortCheck(now, esims.length) : nextDeliveryCheck(now, part.checks + 1);
}

/**
 * What the supplier has cancelled by now, and paid back, was not delivered. An eSIM of another order is no such thing: it was
 * cancelled for that order, and sold again for this one, which people have to see. What is missing is watched for, what is
 * too much is put aside.
 */
async function take(ctx: Ctx, part: Part, esims: SupplierEsim[]): Promise<null> {
  const cancelled = esims.filter(({ status }) => status === "cancelled");
  const soldBefore = await findSold(ctx, part, cancelled);
  const alive = esims.filter(({ status, supplierEsimId }) => status !== "cancelled" || soldBefore.has(supplierEsimId));
  const isTakenBack = alive.length === 0 && esims.length > 0;
  const moved = await movePart(
    ctx.db,
    part,
    ctx.clock.now(),
    isTakenBack
      ? { status: "rejected", rejectedCode: "taken_back", profiles: esims }
      : { status: "delivered", profiles: alive.slice(0, part.quantity) },
  );
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

/** Those that other orders have, or had. */
async function findSold(ctx: Ctx, { supplierCode, orderId }: Part, esims: SupplierEsim[]): Promise<Set<string>> {
  if (esims.length === 0) return new Set();
  const rows = await ctx.db.query<{ supplierEsimId: string }>(sql`
    select supplier_esim_id from esims
     where supplier_code = ${supplierCode} and supplier_esim_id = any(${esims.map((esim) => esim.supplierEsimId)}) and order_id <> ${orderId}`);
  return new Set(rows.map(({ supplierEsimId }) => supplierEsimId));
}

const isShortAgain = ({ shortAt, shortQuantity }: Part, got: number, now: Date) =>
  shortQuantity === got && shortAt !== null && hasPassed(shortAt, now, apart(got));
