import { askCost } from "#server/domain/catalogue/catalog/index.ts";
import {
  apart,
  callOver,
  connectSupplier,
  type Delivered,
  type Found,
  hasPassed,
  hasWaitedTooLong,
  isForPeople,
  isHeardAgain,
  nextDeliveryCheck,
  nextResend,
  nextShortCheck,
  nextTurn,
  nextUnknownCheck,
  type RejectCode,
} from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import { isSaidOfUs } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import type { Money } from "#server/kernel/money.ts";
import { isStillSold } from "./is-still-sold.ts";
import { recordCost } from "./record-cost.ts";
import { takeResold } from "./settle-stray.ts";
import {
  askedAs,
  claimSending,
  findLinked,
  findPart,
  isAnotherSent,
  movePart,
  type Part,
  type PartChanges,
} from "./supplier-part.ts";
import { takeDelivery } from "./take-delivery.ts";
import { watchPart } from "./watch.ts";

/** How often an order that the supplier does not know is sent again. */
const MAX_SENDS = 3;

/** Nothing was looked for yet. */
const LOOK_ANEW: PartChanges = { checks: 0, notFoundAt: null, busyUntil: null };

const FOR_NOW: ReadonlySet<RejectCode> = new Set(["busy", "not_sent", "supplier_funds", "maintenance"]);

/**
 * Takes a part one step on and says when to look again; null when it is over or waits for people. A step that may have
 * bought something is only ever followed by a look at the supplier's record, never by a guess.
 *
 * @param ceilingUsd the highest cost per eSIM at which the order is still bought
 */
export async function advancePart(ctx: Ctx, part: Part, ceilingUsd: Money): Promise<Date | null> {
  if (part.status === "intended") return await send(ctx, part, ceilingUsd);
  if (part.status !== "sent" && part.status !== "accepted") return null;
  const now = ctx.clock.now();
  if (part.busyUntil && part.busyUntil > now) return part.busyUntil;
  if (await isForPeople(ctx, part.sentAt ?? part.createdAt)) {
    await movePart(ctx.db, part, now, { status: "review" });
    log().error(
      { orderId: part.orderId, reference: part.reference },
      "an order has had no outcome for 24 hours: review it",
    );
    await tellOperators(ctx.db, now, {
      kind: "review.waiting",
      subject: orderReference(part.orderId),
      occasion: part.reference,
      text: `${orderReference(part.orderId)} has had no outcome at ${part.supplierCode} for 24 hours. Decide it in the review queue.`,
    });
    return null;
  }
  return part.status === "sent" ? await find(ctx, part) : await collect(ctx, part, ceilingUsd);
}

async function send(ctx: Ctx, part: Part, ceilingUsd: Money): Promise<Date | null> {
  if (part.sends === 0 && (await takeResold(ctx, part))) return ctx.clock.now();
  if (!(await isStillSold(ctx.db, part))) return await endUnsent(ctx, part, "package_unknown");
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  if (supplier.anonymousOrders && (await isAnotherSent(ctx.db, part))) return nextTurn(ctx.clock.now());
  // Before the part is claimed: nobody knows how long that takes, and nothing is under way meanwhile.
  const asking = await supplier.begin();
  if (asking) return await putOff(ctx, part, asking);
  const cost = supplier.takesAnyPrice ? await askCost(ctx, part, { supplier }) : null;
  const ordering = supplier.missedTurn() ?? (await supplier.begin());
  if (ordering) return await putOff(ctx, part, ordering);
  const sentAt = ctx.clock.now();
  const claim = { at: sentAt, busyUntil: callOver(sentAt, supplier), anonymous: supplier.anonymousOrders };
  const sending = await claimSending(ctx.db, { ...part, sentAs: supplier.account }, claim);
  if (sending === "turn") return nextTurn(sentAt);
  if (!sending) return callOver(sentAt, supplier);
  if (cost?.kind === "unknown") return await refused(ctx, sending, "busy");
  if (cost?.kind === "not_found") return await refused(ctx, sending, "package_unknown");
  if (cost && !cost.value.equals(sending.unitCostUsd)) return await priceMoved(ctx, sending, cost, ceilingUsd);
  const outcome = await supplier.order(sending);
  await supplier.flush();
  if (outcome.kind === "done") {
    const { supplierReference, unitCostUsd } = outcome.value;
    await recordCost(ctx, sending, unitCostUsd, ceilingUsd);
    return await accepted(ctx, sending, supplierReference);
  }
  const now = ctx.clock.now();
  if (outcome.kind === "unknown") {
    await movePart(ctx.db, sending, now, LOOK_ANEW);
    return nextUnknownCheck(now, 0);
  }
  const unsent = supplier.missedTurn();
  if (unsent) return await putBack(ctx, sending, part, unsent);
  if (outcome.code !== "price_changed") return await refused(ctx, sending, outcome.code);
  const asked = await askCost(ctx, sending, { anew: true, supplier });
  const unasked = supplier.missedTurn();
  return unasked ? await putBack(ctx, sending, sending, unasked) : await priceMoved(ctx, sending, asked, ceilingUsd);
}

/** A call had no turn, so nothing counts: the part is as it `was`. */
async function putBack(ctx: Ctx, sending: Part, was: Part, until: Date): Promise<Date | null> {
  const back: PartChanges = { status: "intended", sends: was.sends, sentAt: was.sentAt, busyUntil: null };
  const part = await movePart(ctx.db, sending, ctx.clock.now(), back);
  return part ? await putOff(ctx, part, until) : until;
}

/** What waits for its turn waits for as long as refusals are waited out, then it is over: it was not bought, or not seen. */
async function putOff(ctx: Ctx, part: Part, until: Date): Promise<Date | null> {
  const now = ctx.clock.now();
  if (!hasWaitedTooLong(part.lostAt ?? part.createdAt, now)) return until;
  log().warn({ orderId: part.orderId, supplier: part.supplierCode }, "an order has had no turn at its supplier");
  return await endUnsent(ctx, part, "busy");
}

/** It is not sent any more: it was not bought, or not seen. */
async function endUnsent(ctx: Ctx, part: Part, rejectedCode: RejectCode): Promise<null> {
  if (part.lostAt) return await giveUp(ctx, part, { status: "rejected", rejectedCode: "not_accepted" });
  await movePart(ctx.db, part, ctx.clock.now(), { status: "rejected", rejectedCode, busyUntil: null });
  return null;
}

/** The supplier has it. Whoever learns so when the part has moved on has bought what nobody owns: it is looked for. */
async function accepted(ctx: Ctx, part: Part, supplierReference: string): Promise<Date> {
  const now = ctx.clock.now();
  const changes: PartChanges = { status: "accepted", supplierReference, rejectedCode: null, ...LOOK_ANEW };
  const move = (status: Part["status"]) => movePart(ctx.db, { ...part, status }, now, changes);
  const isTaken = (await move(part.status)) ?? (await move("intended"));
  if (!isTaken && (await findPart(ctx.db, part.reference))?.supplierReference !== supplierReference)
    await watchPart(ctx, part);
  return nextDeliveryCheck(now, 0);
}

/** The supplier asks for another price: it is paid as long as that is no loss. */
async function priceMoved(ctx: Ctx, part: Part, cost: Found<Money>, ceilingUsd: Money): Promise<Date | null> {
  const isAgreed =
    cost.kind === "found" && cost.value.lessThanOrEqualTo(ceilingUsd) && !cost.value.equals(part.unitCostUsd);
  if (!isAgreed) return await refused(ctx, part, "price_changed");
  const now = ctx.clock.now();
  await sendAgain(ctx, part, now, cost.value);
  return now;
}

/** Nothing was bought. What may pass is tried again for a while. */
async function refused(ctx: Ctx, part: Part, code: RejectCode): Promise<Date | null> {
  const now = ctx.clock.now();
  const again = FOR_NOW.has(code) ? nextResend(now, part.checks) : null;
  if (again) {
    await sendAgain(ctx, part, now);
    if (code === "supplier_funds")
      log().error({ supplier: part.supplierCode }, "the supplier's wallet is too small for an order");
    return again;
  }
  // An earlier sending was given up as not found: it is looked for once more before the refusal counts.
  const changes: PartChanges = part.lostAt ? LOOK_ANEW : { status: "rejected", busyUntil: null };
  await movePart(ctx.db, part, now, { ...changes, rejectedCode: code });
  return part.lostAt ? nextUnknownCheck(now, 0) : null;
}

async function sendAgain(ctx: Ctx, part: Part, now: Date, unitCostUsd = part.unitCostUsd): Promise<void> {
  await movePart(ctx.db, part, now, { status: "intended", checks: part.checks + 1, unitCostUsd, busyUntil: null });
}

/** The outcome of a call is unknown: ask the supplier whether it has the order. */
async function find(ctx: Ctx, part: Part): Promise<Date | null> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const later = await supplier.begin();
  if (later) return later;
  const linked = (references: string[]) => findLinked(ctx.db, part.supplierCode, references);
  const askedAt = ctx.clock.now();
  const found = await supplier.findOrder(part, part.sentAt ?? part.createdAt, linked);
  await supplier.flush();
  const unasked = found.kind === "unknown" ? supplier.missedTurn() : null;
  if (unasked) return unasked;
  const now = ctx.clock.now();
  if (found.kind === "found") return await accepted(ctx, part, found.value.supplierReference);
  const heardTwice = isHeardAgain(part.notFoundAt, askedAt, now);
  const maySend = part.rejectedCode === null && part.sends < MAX_SENDS && (supplier.idempotentOrders || heardTwice);
  if (found.kind === "not_found" && (maySend || heardTwice)) {
    const counts = await isSaidOfUs(ctx, supplier, { order: part });
    await supplier.flush();
    if (counts && maySend && (await isStillSold(ctx.db, part))) {
      // A supplier that knows our reference takes a second call for the first one, should it turn up after all.
      await giveUp(ctx, part, { status: "intended", checks: 0, notFoundAt: null });
      return now;
    }
    if (counts && heardTwice)
      return await giveUp(ctx, part, { status: "rejected", rejectedCode: part.rejectedCode ?? "not_accepted" });
  }
  const notFoundAt = found.kind === "not_found" ? (part.notFoundAt ?? now) : part.notFoundAt;
  await movePart(ctx.db, part, now, { checks: part.checks + 1, notFoundAt });
  return nextUnknownCheck(now, part.checks + 1);
}

/** A sending without an outcome is not waited for any longer. It may turn up all the same: it is watched for. */
async function giveUp(ctx: Ctx, part: Part, changes: PartChanges): Promise<null> {
  const now = ctx.clock.now();
  // With the move: what is not known to be lost counts as certainly not bought.
  if (await movePart(ctx.db, part, now, { ...changes, lostAt: now })) await watchPart(ctx, part);
  return null;
}

/**
 * The supplier has the order: fetch its eSIMs. Fewer than ordered are believed when they are as many a second time.
 *
 * @param ceilingUsd the highest cost per eSIM at which the order is no loss
 */
async function collect(ctx: Ctx, part: Part, ceilingUsd: Money): Promise<Date | null> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const later = await supplier.begin();
  if (later) return later;
  const askedAt = ctx.clock.now();
  const theirs = part.supplierReference!;
  const found = await supplier.getOrderEsims(theirs, await askedAs(ctx.db, part, theirs));
  await supplier.flush();
  const unasked = found.kind === "unknown" ? supplier.missedTurn() : null;
  if (unasked) return unasked;
  const now = ctx.clock.now();
  const { esims, allocating }: Delivered = found.kind === "found" ? found.value : { esims: [], allocating: true };
  if (found.kind === "found") await recordCost(ctx, part, found.value.unitCostUsd, ceilingUsd);
  if (esims.length >= part.quantity || (!allocating && isShortAgain(part, esims.length, askedAt)))
    return await takeDelivery(ctx, part, esims);
  const isShort = !allocating;
  const same = isShort && part.shortQuantity === esims.length;
  const short = isShort
    ? { shortAt: same ? part.shortAt : now, shortQuantity: esims.length }
    : { shortAt: null, shortQuantity: null };
  await movePart(ctx.db, part, now, { checks: part.checks + 1, ...short });
  return isShort ? nextShortCheck(now, esims.length) : nextDeliveryCheck(now, part.checks + 1);
}

const isShortAgain = ({ shortAt, shortQuantity }: Part, got: number, askedAt: Date) =>
  shortQuantity === got && shortAt !== null && hasPassed(shortAt, askedAt, apart(got));
