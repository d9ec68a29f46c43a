import type { PurchaseRecord } from "#server/domain/catalogue/suppliers/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { act } from "./acts.ts";
import type { OurEsim, OurPart, OurTopup } from "./our-purchases.ts";
import { type Outcome, recordDifference } from "./record-difference.ts";
import type { Side } from "./unknown-purchases.ts";

type Ours = OurPart | OurTopup;
type CancelledEsim = OurEsim & { at: Date };

const nameOf = (ours: Ours) => (ours.what === "order" ? orderReference(ours.orderId) : `ACT-${ours.id}`);

const about = (ours: Ours) => ({
  what: ours.what,
  subject: ours.reference,
  reference: ours.reference,
  accountId: ours.accountId,
  orderId: ours.orderId,
  actionId: ours.what === "top-up" ? ours.id : null,
});

/** It took another price than we know of. */
export async function reportApart({ ctx, run, supplier }: Side, sold: PurchaseRecord, ours: Ours): Promise<void> {
  const theirs = sold.unitCostUsd!;
  await recordDifference(ctx, run, {
    source: supplier.code,
    finding: "amount_differs",
    ...about(ours),
    outcome: "waiting",
    theirReference: sold.supplierReference,
    amount: theirs.minus(ours.unitCostUsd).times(sold.quantity).abs(),
    text: `${supplier.name} took ${sumText(theirs, "USD")} for each ${sold.supplierPackageId} of ${nameOf(ours)} (${sold.supplierReference}); ours is ${sumText(ours.unitCostUsd, "USD")}.`,
    step: theirs.greaterThan(ours.unitCostUsd)
      ? `Claim the difference from ${supplier.name}, or accept its price.`
      : "Nothing is lost: note why it was cheaper.",
    at: sold.createdAt,
  });
}

/**
 * We have it, and it is not in the record of its time. It may be listed under another time: only when the supplier denies it,
 * asked for it by its number, it is a difference.
 */
export async function reportMissing({ ctx, run, supplier }: Side, ours: Ours): Promise<void> {
  const isDone = ours.what === "order" ? ours.status === "delivered" && ours.isSettled : ours.status === "succeeded";
  if (!isDone || !ours.supplierReference) return;
  const found = await supplier.getOrderEsims(
    ours.supplierReference,
    ours.what === "order" ? ours.askedAs : ours.reference,
  );
  if (found.kind !== "not_found") return;
  await recordDifference(ctx, run, {
    source: supplier.code,
    finding: "ours_only",
    ...about(ours),
    outcome: "waiting",
    theirReference: ours.supplierReference,
    amount: ours.unitCostUsd.times(ours.what === "order" ? ours.quantity : 1),
    text: `${supplier.name} does not know ${nameOf(ours)} (${ours.supplierReference}), which it delivered.`,
    step: `Ask ${supplier.name} what became of it; if it does not work, refund ${nameOf(ours)}.`,
    at: (ours.what === "order" ? ours.sentAt : ours.createdAt) ?? run.range.from,
  });
}

/** The price of a top-up came back, which nothing here does by itself. */
export async function reportRefundedTopup(
  { ctx, run, supplier }: Side,
  sold: PurchaseRecord,
  ours: OurTopup,
): Promise<void> {
  await recordDifference(ctx, run, {
    source: supplier.code,
    finding: "ended_there",
    ...about(ours),
    outcome: "waiting",
    theirReference: sold.supplierReference,
    amount: ours.unitCostUsd,
    text: `${supplier.name} paid the top-up ${nameOf(ours)} back (${sold.supplierReference}); the reseller was not paid back.`,
    step: "Look whether the data is on the eSIM; if it is not, correct the wallet by what was charged.",
    at: sold.createdAt,
  });
}

/**
 * What lives here and was cancelled there is looked at like every report of the supplier: that pays it back, once. A supplier
 * whose cancelled eSIMs vanish has to say so twice.
 */
export async function followCancels(side: Side, esims: CancelledEsim[]): Promise<void> {
  await act.syncEsimsById(
    side,
    esims.map(({ id }) => id),
  );
  await reportCancels(side, esims);
}

export async function reportCancels({ ctx, run, supplier }: Side, esims: CancelledEsim[]): Promise<void> {
  const now = await ctx.db.prisma.esim.findMany({
    where: { id: { in: esims.map(({ id }) => id) } },
    select: { id: true, status: true, iccid: true },
  });
  const byId = new Map(now.map((row) => [Number(row.id), row]));
  for (const { id, supplierEsimId, orderId, accountId, at } of esims) {
    const { status, iccid } = byId.get(id)!;
    const outcome: Outcome = status === "cancelled" ? "refunded" : "pending";
    await recordDifference(ctx, run, {
      source: supplier.code,
      what: "eSIM",
      finding: "ended_there",
      subject: supplierEsimId,
      outcome,
      theirReference: supplierEsimId,
      orderId,
      accountId,
      amount: money(0),
      text: `${supplier.name} has cancelled the eSIM ${iccid} of ${orderReference(orderId)}.`,
      step: outcome === "pending" ? "The next run looks again." : "",
      at,
    });
  }
}
