import { connectSupplier, type RejectCode, type SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { storableData } from "#server/kernel/storable.ts";
import { findPart, type Part } from "./supplier-part.ts";

/** What turned up under an order of the supplier's. `isOurs`: its record names our reference, or we had its number before. */
export type Stray = { reference: string; esims: SupplierEsim[]; isOurs: boolean };

/** The supplier could not be asked: that says nothing about the eSIM. */
const NOT_NOW: ReadonlySet<RejectCode> = new Set(["busy", "not_sent"]);

/**
 * eSIMs that were paid for and belong to no order: given back where the supplier pays for that, else left to people. One
 * that may be somebody else's is not touched. True when the supplier could not be asked: only what it took back is on
 * record then, and the rest is to be looked at again.
 *
 * @param isLast nobody looks again
 */
export async function putAside(ctx: Ctx, part: Part, stray: Stray, isLast = false): Promise<boolean> {
  const { reference, esims, isOurs } = stray;
  const { returned, isLater } = isOurs
    ? await returnEsims(ctx, part, reference, esims)
    : { returned: [], isLater: false };
  const isAgain = isLater && !isLast;
  const isReturned = returned.length === esims.length && esims.length > 0;
  if (isAgain && returned.length === 0) return true;
  const isLeft = !isAgain && !isReturned;
  const left = esims.filter((esim) => !returned.includes(esim));
  await record(ctx, part, reference, isLeft ? { left } : { returned });
  const { orderId, supplierCode } = part;
  const what = { orderId, reference: part.reference, supplierReference: reference, esims: esims.length };
  if (!isLeft) {
    log().warn({ ...what, returned: returned.length }, "what a supplier delivered to no order was given back to it");
    return isAgain;
  }
  log().error(what, "a supplier delivered what belongs to no order: review it");
  await tellOperators(ctx.db, ctx.clock.now(), {
    kind: "review.waiting",
    subject: orderReference(orderId),
    occasion: `${part.reference}:${reference}`,
    text: `${supplierCode} delivered ${left.length} eSIMs (${reference}) that ${orderReference(orderId)} does not wait for. They were paid for and belong to nobody: see the review queue.`,
  });
  return false;
}

/** What was put aside before, and is paid for. */
const PAID: ReadonlySet<Part["stray"]> = new Set(["waiting", "kept", "for_sale"]);

/**
 * On record stays what the supplier is paid for: the rest of what came late, and what was put aside before. Only where there is nothing of
 * the kind, what went back is.
 */
async function record(
  ctx: Ctx,
  { id, reference: ours }: Part,
  reference: string,
  what: { left: SupplierEsim[] } | { returned: SupplierEsim[] },
): Promise<void> {
  const isLeft = "left" in what;
  const more = (isLeft ? what.left : what.returned).map((esim) => ({ ...esim, supplierReference: reference }));
  await ctx.db.transaction(async (tx) => {
    // As it is now: two that come at the same time are both kept.
    await tx.query(sql`select from supplier_orders where id = ${id} for no key update`);
    const part = await findPart(tx, ours);
    const isPaid = PAID.has(part?.stray ?? null);
    if (isPaid && !isLeft) return;
    const before = isPaid || !isLeft ? (part?.strayProfiles ?? []) : [];
    const known = new Set(before.map(({ supplierEsimId }) => supplierEsimId));
    const added = more.filter(({ supplierEsimId }) => !known.has(supplierEsimId));
    await tx.prisma.supplierOrder.update({
      where: { id },
      data: {
        stray: isLeft ? "waiting" : "returned",
        strayReference: reference,
        strayProfiles: storableData([...before, ...added]),
        updatedAt: ctx.clock.now(),
      },
    });
  });
}

/** Those that were taken back for their price. `isLater`: the supplier could not be asked about the others, or not about all. */
async function returnEsims(
  ctx: Ctx,
  part: Part,
  supplierReference: string,
  esims: SupplierEsim[],
): Promise<{ returned: SupplierEsim[]; isLater: boolean }> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const { cancel, refundOnCancel } = supplier.capabilities;
  const returned: SupplierEsim[] = [];
  let isLater = false;
  if (!cancel || !refundOnCancel) return { returned, isLater };
  const createdAt = part.sentAt ?? part.createdAt;
  for (const esim of esims) {
    const { supplierEsimId, iccid } = esim;
    const outcome = await supplier.cancel({ supplierEsimId, iccid, supplierReference, createdAt });
    if (outcome.kind === "done") returned.push(esim);
    isLater = outcome.kind === "rejected" && NOT_NOW.has(outcome.code);
    // Each would wait for its turn as long.
    if (isLater) break;
  }
  await supplier.flush();
  return { returned, isLater };
}
