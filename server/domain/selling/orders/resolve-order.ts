import { connectSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import { listParts, movePart, type Part, type PartChanges } from "./supplier-part.ts";
import { watchPart } from "./watch.ts";

type Decision = { as: "succeeded" | "failed"; supplierReference?: string; note: string };

/**
 * Decides an order's part that waits in review. Succeeded: it is settled from the eSIMs that the supplier has under the
 * given reference. Failed: it counts as not bought and is refunded. A late delivery is only put on record as dealt with.
 */
export async function resolveOrder(ctx: Ctx, orderId: number, decision: Decision, decided?: Decided): Promise<void> {
  const parts = await listParts(ctx.db, orderId);
  const part = parts.find(({ status }) => status === "review") ?? parts.find(({ stray }) => stray === "waiting");
  if (!part) return fail("conflict", `${orderReference(orderId)} is not under review. See: svc review list.`);
  const late = part.status !== "review";
  const changes = late ? null : await toChanges(ctx, part, decision);
  await ctx.db.transaction(async (tx) => {
    await decided?.before(tx);
    await recordAudit(tx, ctx, {
      act: "review.resolve",
      subject: orderReference(orderId),
      details: { ...decision, reference: part.reference, supplierReference: decision.supplierReference ?? null },
    });
    const at = ctx.clock.now();
    const isMoved = changes ? await movePart(tx, part, at, changes) : await keepStray(tx, part, at);
    if (!isMoved) fail("conflict", `${orderReference(orderId)} was decided by somebody else a moment ago.`);
    await decided?.after(tx, decision.as);
    if (!late) await enqueue(tx, "fulfil-order", { orderId });
  });
  if (late) return;
  if (decision.as === "failed") await watchPart(ctx, part);
  await fulfilOrder(ctx, orderId);
}

/** What turned up late is dealt with: false when it was so already. */
async function keepStray(tx: Transaction, { id }: Part, at: Date): Promise<boolean> {
  const data = { stray: "kept", updatedAt: at };
  const { count } = await tx.prisma.supplierOrder.updateMany({ where: { id, stray: "waiting" }, data });
  return count > 0;
}

async function toChanges(ctx: Ctx, part: Part, { as, supplierReference }: Decision): Promise<PartChanges> {
  if (as === "failed") return { status: "rejected", rejectedCode: "not_accepted" };
  const reference = supplierReference ?? part.supplierReference;
  if (!reference)
    return fail(
      "validation_error",
      "An order that succeeded needs --supplier-reference: the supplier's number of it.",
      {
        field: "supplier-reference",
      },
    );
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const found = await supplier.getOrderEsims(reference, part.reference);
  await supplier.flush();
  if (found.kind !== "found" || found.value.esims.length === 0)
    return fail(
      "supplier_error",
      `The supplier has no eSIMs under ${reference}${found.kind === "unknown" ? `: ${found.message}` : ""}.`,
    );
  const alive = found.value.esims.filter(({ status }) => status !== "cancelled");
  return {
    status: "delivered",
    supplierReference: reference,
    profiles: alive.slice(0, part.quantity),
    unitCostUsd: found.value.unitCostUsd ?? part.unitCostUsd,
  };
}
