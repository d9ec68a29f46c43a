import { tellOperators } from "#server/domain/notices/index.ts";
import { connectSupplier } from "#server/domain/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { findLinked, findPart, movePart, type Part } from "./supplier-part.ts";

/** After an order was given up, its supplier is asked again at these times: it may turn up after all. */
const LOOKS = [10 * MINUTE, HOUR, 6 * HOUR, DAY];

const lateKey = (reference: string) => `check-late-order:${reference}`;

/** Plans the first look after a part that may have reached the supplier was given up. */
export async function watchForLateOrder(ctx: Ctx, part: Pick<Part, "reference">): Promise<void> {
  const runAt = after(ctx.clock.now(), LOOKS[0]! * env().timeScale);
  await enqueue(ctx.db, "check-late-order", { reference: part.reference }, { runAt, key: lateKey(part.reference) });
}

/**
 * Looks whether a part that was given up, and refunded, was delivered all the same. What is found is put aside: it was
 * paid for and belongs to nobody until people decide.
 */
export async function checkLateOrder(ctx: Ctx, reference: string): Promise<void> {
  const part = await findPart(ctx.db, reference);
  if (part?.status !== "rejected") return;
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const found = await supplier.findOrder(part, part.sentAt ?? part.createdAt, (references) =>
    findLinked(ctx.db, part.supplierCode, references),
  );
  const supplierReference = found.kind === "found" ? found.value.supplierReference : null;
  const delivered = supplierReference && (await supplier.getOrderEsims(supplierReference, part.reference));
  await supplier.flush();
  const now = ctx.clock.now();
  if (supplierReference) {
    const profiles = delivered && delivered.kind === "found" ? delivered.value.esims : [];
    await movePart(
      ctx.db,
      part,
      "rejected",
      now,
      sql`status = 'quarantined', supplier_reference = ${supplierReference}, profiles = ${JSON.stringify(profiles)}::jsonb`,
    );
    log().error(
      { orderId: part.orderId, reference, supplierReference },
      "an order that was given up was delivered after all: review it",
    );
    await tellOperators(ctx.db, now, {
      kind: "review.waiting",
      subject: orderReference(part.orderId),
      occasion: reference,
      text: `${orderReference(part.orderId)} was given up and delivered by ${part.supplierCode} after all (${supplierReference}). It was paid for and belongs to nobody: see the review queue.`,
    });
    return;
  }
  const age = now.getTime() - part.createdAt.getTime();
  const next = LOOKS.find((wait) => wait * env().timeScale > age);
  if (next === undefined) return;
  const runAt = after(part.createdAt, next * env().timeScale);
  await enqueue(ctx.db, "check-late-order", { reference }, { runAt, key: lateKey(reference) });
}
