import { describeSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { againstFailed, askAboutPart, refuseLinked } from "./ask-about-part.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import { findOrderById } from "./read-orders.ts";
import { refuseClosedCase } from "./refuse-closed-case.ts";
import { type StrayEnd, settleStray } from "./settle-stray.ts";
import { listParts, movePart, type Part, type PartChanges } from "./supplier-part.ts";
import { watchPart } from "./watch.ts";

type Decision = {
  as: "succeeded" | "failed" | StrayEnd;
  supplierReference?: string;
  /** The supplier does not answer, and somebody knows it from elsewhere. */
  withoutAnswer?: boolean;
  note: string;
};

/** What is decided of an order: a part that waits in review, else what turned up late. */
export const openPart = (parts: Part[]): Part | undefined =>
  parts.find(({ status }) => status === "review") ?? parts.find(({ stray }) => stray === "waiting");

/**
 * Decides an order's part that waits in review. Its supplier is asked first, with no lock held, and what it says goes before what was
 * decided. Succeeded: it is settled from the eSIMs that the supplier has. Failed: it counts as not bought and is refunded. What turned
 * up late is put on record as dealt with, taken back by its supplier, or kept for the next order (`settleStray`).
 */
export async function resolveOrder(ctx: Ctx, orderId: number, decision: Decision, decided?: Decided): Promise<void> {
  const part = openPart(await listParts(ctx.db, orderId));
  if (!part) {
    if (!(await findOrderById(ctx.db, orderId)))
      fail("resource_not_found", `There is no order ${orderReference(orderId)}.`, { field: "ref" });
    return refuseClosedCase(orderReference(orderId));
  }
  const record = async (tx: Transaction) => {
    const { as, note, supplierReference = null, withoutAnswer = false } = decision;
    await recordAudit(tx, ctx, {
      act: "review.resolve",
      subject: orderReference(orderId),
      details: { as, note, supplierReference, withoutAnswer, reference: part.reference },
    });
  };
  if (part.status !== "review") return await settleStray(ctx, part, decision.as, { decided, record });
  const changes = await toChanges(ctx, part, decision);
  await ctx.db.transaction(async (tx) => {
    await decided?.before(tx);
    await record(tx);
    if (!(await movePart(tx, part, ctx.clock.now(), changes)))
      fail("conflict", `${orderReference(orderId)} was decided by somebody else a moment ago.`);
    await decided?.after(tx, decision.as);
    await enqueue(tx, "fulfil-order", { orderId });
  });
  if (decision.as === "failed") await watchPart(ctx, part);
  await fulfilOrder(ctx, orderId);
}

/** Asks the supplier and refuses what it contradicts, as deciding does, and decides nothing: before a second person is asked. */
export async function examineOrder(ctx: Ctx, orderId: number, decision: Decision): Promise<void> {
  const part = openPart(await listParts(ctx.db, orderId));
  if (part?.status === "review") await toChanges(ctx, part, decision);
}

/** Refuses what the supplier's answer contradicts; of what succeeded, the answer is what is delivered. */
async function toChanges(ctx: Ctx, part: Part, decision: Decision): Promise<PartChanges> {
  const { as, supplierReference: given, withoutAnswer = false } = decision;
  if (as !== "succeeded" && as !== "failed")
    return fail("validation_error", "Say whether it happened: the order waits for that.", { field: "as" });
  if (given) await refuseLinked(ctx, part, given);
  const { answer, esims, unitCostUsd } = await askAboutPart(ctx, part, as === "succeeded" ? given : undefined);
  const { name } = describeSupplier(part.supplierCode);
  if (as === "failed") {
    const objection = againstFailed(name, answer, withoutAnswer);
    if (objection) fail("conflict", objection, { field: answer.kind === "unclear" ? "withoutAnswer" : "as" });
    return { status: "rejected", rejectedCode: "not_accepted" };
  }
  const field = "supplierReference";
  if (answer.kind === "unclear")
    return fail("supplier_error", `${name} does not say now what it delivered: ${answer.message}.`, { field });
  if (answer.kind === "denies")
    return answer.supplierReference
      ? fail("supplier_error", `${name} has no order ${answer.supplierReference}.`, { field })
      : fail("validation_error", `${name} has no order under our reference. If it has it, enter its number.`, {
          field,
        });
  if (esims.length === 0)
    return fail("supplier_error", `${name} has no living eSIMs under ${answer.supplierReference}.`, { field });
  return {
    status: "delivered",
    supplierReference: answer.supplierReference,
    profiles: esims.slice(0, part.quantity),
    unitCostUsd: unitCostUsd ?? part.unitCostUsd,
  };
}
