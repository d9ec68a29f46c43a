import type { PurchaseRecord, Supplier } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";
import { act } from "./acts.ts";
import { findParts, findTopups, type OurEsim, type OurPart, type OurTopup } from "./our-purchases.ts";
import { type Difference, leaveAsIs, type Outcome, type Run, recordDifference } from "./record-difference.ts";

export type Side = {
  ctx: Ctx;
  run: Run;
  supplier: Supplier;
  /** Our references of parts that somebody works on, and for which an order without a reference was left to them. */
  awaited: Set<string>;
};

const WORKED_ON: ReadonlySet<string> = new Set(["intended", "sent", "accepted", "review"]);
const TOPUP_OPEN: ReadonlySet<string> = new Set(["queued", "processing", "under_review"]);
/** Orders that may be the one that nobody asked for by name; more are not looked at. */
const MAX_CANDIDATES = 3;

const isOver = ({ refunded, esims }: PurchaseRecord) =>
  refunded || (esims.length > 0 && esims.every(({ cancelled }) => cancelled));

/**
 * The supplier was paid for something that no order or top-up of ours has. What somebody still works on or watches for is
 * left to them. A part that was given up is looked for again, which adopts, gives back or puts aside what there is; anything
 * else may be somebody else's, and is only shown to people.
 */
export async function judgeUnknown(side: Side, sold: PurchaseRecord, part: OurPart | null, esim: OurEsim | null) {
  if (isOver(sold)) return;
  if (sold.kind === "topup" || (sold.kind === null && esim)) return await judgeTopup(side, sold, esim);
  const candidates = part ? [part] : sold.reference === null ? await candidatesFor(side, sold) : [];
  const worked = candidates.filter(({ status, isWatched }) => WORKED_ON.has(status) || isWatched);
  // Each bought one order at most: a second that looks like it is somebody else's, or was given up.
  const awaiting = worked.find(({ reference, quantity }) => !side.awaited.has(reference) && sold.quantity <= quantity);
  if (awaiting) {
    side.awaited.add(awaiting.reference);
    return await leaveAsIs(side.ctx, side.run, [keyOf(side, sold, "order")]);
  }
  for (const before of candidates.filter((one) => !worked.includes(one)).slice(0, MAX_CANDIDATES)) {
    const looked = await act.lookAgain(side, before.reference);
    const isIt = part || [looked?.supplierReference, looked?.strayReference].includes(sold.supplierReference);
    if (looked && isIt) return await recordOf(side, sold, before, outcomeOf(before, looked));
  }
  if (side.run.dry && part) return await recordOf(side, sold, part, "pending");
  await record(side, sold, { what: "order", outcome: "waiting", text: `${said(side, sold)} No order here has it.` });
}

/** An order that is ours came with more eSIMs than it has (`ids`). Those that turn out to be cancelled were not delivered. */
export async function judgeBeside(side: Side, sold: PurchaseRecord, part: OurPart, ids: Set<string>): Promise<void> {
  if (part.isWatched) return await leaveAsIs(side.ctx, side.run, [keyOf(side, sold, "order")]);
  const now = await side.supplier.getOrderEsims(sold.supplierReference, part.askedAs);
  const esims = now.kind === "found" ? now.value.esims : [];
  if (!esims.some(({ supplierEsimId, status }) => ids.has(supplierEsimId) && status !== "cancelled")) return;
  const looked = await act.lookAgain(side, part.reference);
  const outcome = looked ? outcomeOf(part, looked) : side.run.dry && "pending";
  if (outcome && outcome !== "waiting") await recordOf(side, sold, part, outcome);
}

async function recordOf(side: Side, sold: PurchaseRecord, part: OurPart, outcome: Outcome): Promise<void> {
  const { orderId, accountId, reference } = part;
  const text = `${said(side, sold)} It was asked for by ${orderReference(orderId)}, which does not have all of it.`;
  await record(side, sold, { what: "order", outcome, orderId, accountId, reference, text });
}

function outcomeOf(before: OurPart, { stray, status }: { stray: string | null; status: string }): Outcome {
  if (stray === "waiting") return "review";
  if (stray === "returned") return "returned";
  return before.status === "rejected" && status !== "rejected" ? "adopted" : "waiting";
}

/**
 * Parts of the package whose order could be this one: those that wait for it, else those that were given up at about that time,
 * and were not looked at by this run.
 */
async function candidatesFor({ ctx, run, supplier }: Side, sold: PurchaseRecord): Promise<OurPart[]> {
  return await findParts(
    ctx,
    sql`p.supplier_code = ${supplier.code} and p.supplier_package_id = ${sold.supplierPackageId} and p.stray is null and (
      (p.supplier_reference is null and p.status in ('sent', 'review')) or (p.lost_at < ${run.range.to} and (p.watch_at is not null or (p.quantity = ${sold.quantity}
        and p.sent_at between ${after(sold.createdAt, -2 * DAY)} and ${after(sold.createdAt, 10 * MINUTE)}))))
      order by p.watch_at is null, abs(extract(epoch from p.sent_at - ${sold.createdAt}::timestamptz)) limit 20`,
  );
}

async function judgeTopup(side: Side, sold: PurchaseRecord, esim: OurEsim | null): Promise<void> {
  const { ctx, run } = side;
  const candidates = await findTopups(
    ctx,
    sold.reference === null
      ? sql`a.esim_id = ${esim?.id ?? null} and a.package_code = ${sold.supplierPackageId} and a.stray is null and (a.status <> 'succeeded' or a.supplier_reference is null) order by a.id desc limit 20`
      : sql`a.reference = ${sold.reference} and a.supplier_code = ${side.supplier.code}`,
  );
  // One of ours was found on the eSIM without its number.
  if (candidates.some(({ status }) => status === "succeeded")) return;
  if (candidates.some(isAwaited)) return await leaveAsIs(ctx, run, [keyOf(side, sold, "top-up")]);
  const lost = candidates.find(({ status }) => status === "failed");
  if (lost) return await reportTopup(side, sold, lost);
  const text = `${said(side, sold)} No top-up here is that one.`;
  await record(side, sold, {
    what: "top-up",
    outcome: "waiting",
    orderId: esim?.orderId,
    accountId: esim?.accountId,
    text,
  });
}

export const isAwaited = ({ status, isWatched }: OurTopup): boolean =>
  TOPUP_OPEN.has(status) || (status === "failed" && isWatched);

/** It was paid back and done after all: unless it went back with its eSIM, people decide. */
export async function reportTopup(side: Side, sold: PurchaseRecord, lost: OurTopup): Promise<void> {
  const { dry } = side.run;
  await act.reportLateTopup(side, lost.id, { supplierReference: sold.supplierReference || null });
  const [now] = await findTopups(side.ctx, sql`a.id = ${lost.id}`);
  if (!dry && now?.stray !== "waiting") return;
  const text = `${said(side, sold)} ACT-${lost.id} had been given up and paid back.`;
  const { orderId, accountId, reference } = lost;
  await record(side, sold, {
    what: "top-up",
    outcome: dry ? "pending" : "review",
    actionId: lost.id,
    orderId,
    accountId,
    reference,
    text,
  });
}

const said = (
  { supplier }: Side,
  { quantity, kind, supplierPackageId, supplierReference, reference }: PurchaseRecord,
) =>
  `${supplier.name} has ${kind === "topup" ? "a top-up" : `an order of ${quantity}`} × ${supplierPackageId} (${supplierReference || "without a number"}${reference ? `, our reference ${reference}` : ""}).`;

const keyOf = ({ supplier }: Side, sold: PurchaseRecord, what: "order" | "top-up") => ({
  source: supplier.code,
  what,
  finding: "theirs_only" as const,
  subject: sold.supplierReference || (sold.reference ?? ""),
});

type Judged = Pick<Difference, "outcome" | "text"> & { what: "order" | "top-up" } & Partial<Difference>;

async function record(side: Side, sold: PurchaseRecord, judged: Judged): Promise<void> {
  const { capabilities, name } = side.supplier;
  const isReturnable = judged.what === "order" && capabilities.cancel && capabilities.refundOnCancel;
  await recordDifference(side.ctx, side.run, {
    ...keyOf(side, sold, judged.what),
    reference: sold.reference,
    theirReference: sold.supplierReference,
    amount: sold.unitCostUsd?.times(sold.quantity),
    at: sold.createdAt,
    step:
      judged.outcome !== "waiting"
        ? ""
        : isReturnable
          ? `If nobody else buys through this account, cancel it at ${name}: its price comes back.`
          : `If nobody else buys through this account, claim its price from ${name}.`,
    ...judged,
  });
}
