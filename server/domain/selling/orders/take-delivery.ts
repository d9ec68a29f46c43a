import type { SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { putAside } from "./put-aside.ts";
import { movePart, type Part } from "./supplier-part.ts";
import { watchPart } from "./watch.ts";

/**
 * What the supplier has cancelled by now, and paid back, was not delivered. An eSIM of another order is no such thing: it was
 * cancelled for that order, and sold again for this one, which people have to see. What is missing is watched for, what is
 * too much is put aside.
 */
export async function takeDelivery(ctx: Ctx, part: Part, esims: SupplierEsim[]): Promise<null> {
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
  const tooMany = alive.slice(part.quantity);
  if (tooMany.length === 0) return null;
  const isAgain = await putAside(ctx, moved, { reference: part.supplierReference!, esims: tooMany, isOurs: true });
  if (isAgain) await watchPart(ctx, part);
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
