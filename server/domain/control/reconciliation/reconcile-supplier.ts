import {
  connectSupplier,
  type PurchaseRecord,
  type Range,
  type RefundRecord,
  type SupplierCode,
  type SupplierRecord,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { DAY } from "#server/kernel/time.ts";
import { compare, type Entry, type Found } from "./compare.ts";
import { compareRefunds, findUnpaid } from "./compare-refunds.ts";
import { compareVolumes } from "./compare-volumes.ts";
import { followCancels, reportApart, reportMissing, reportRefundedTopup } from "./known-purchases.ts";
import { type OurEsim, type OurPart, type OurTopup, readOurs } from "./our-purchases.ts";
import { type Run, settleGone } from "./record-difference.ts";
import { judgeBeside, judgeUnknown, type Side } from "./unknown-purchases.ts";

/** How one record and ours compare. `message`: why theirs could not be read whole; then nothing follows from the rest. */
export type Source = { source: string; theirs: number; matched: number; message: string | null };

type Ours = Awaited<ReturnType<typeof readOurs>>;

/** A supplier's record of a range, a day at a time, against ours. */
export async function reconcileSupplier(ctx: Ctx, run: Run, code: SupplierCode): Promise<Source> {
  const total: Source = { source: code, theirs: 0, matched: 0, message: null };
  const refunds: RefundRecord[] = [];
  const awaited = new Set<string>();
  let unread = 0;
  for (const range of daysOf(run.range)) {
    const supplier = await connectSupplier(ctx, code);
    const said = await supplier.readRecord(range);
    if (said.kind === "done") {
      total.theirs += said.record.purchases.length;
      total.matched += await compareDay({ ctx, run, supplier, awaited }, said.record, range);
      refunds.push(...said.record.refunds);
      unread += said.record.unread;
    }
    await supplier.flush();
    if (said.kind === "unknown") return { ...total, message: said.message };
  }
  const supplier = await connectSupplier(ctx, code);
  const side = { ctx, run, supplier, awaited };
  await compareRefunds(side, refunds);
  if (unread > 0) return { ...total, message: `${unread} entries of the record cannot be read` };
  if (supplier.listsRefunds) await findUnpaid(side, refunds);
  await settleGone(ctx, run, code);
  return total;
}

/** Whole days, UTC, so that what is kept in memory is a day's. */
export function daysOf({ from, to }: Range): Range[] {
  const days: Range[] = [];
  for (let start = from; start < to; ) {
    const midnight = new Date(Math.floor(start.getTime() / DAY) * DAY + DAY);
    const end = midnight < to ? midnight : to;
    days.push({ from: start, to: end });
    start = end;
  }
  return days;
}

async function compareDay(side: Side, record: SupplierRecord, range: Range): Promise<number> {
  const ours = await readOurs(side.ctx, side.supplier.code, record, range);
  const entries = [
    ...ours.parts.flatMap(partEntries),
    ...(side.supplier.listsTopups ? ours.topups.flatMap(topupEntries) : []),
  ];
  const { matched, found } = compare(record.purchases.map(purchaseEntry), entries, record.unread === 0);
  const parts = new Map(ours.parts.map((part) => [part.reference, part]));
  const esims = new Map(ours.esims.map((esim) => [esim.supplierEsimId, esim]));
  for (const difference of found) await judge(side, difference, parts, esims);
  await compareEsims(side, record, matched, ours);
  if (!side.supplier.listsTopups) await compareVolumes(side, record.purchases, ours.esims);
  return matched.length;
}

const numberOf = (reference: string | null) => (reference ? [reference] : []);

const purchaseEntry = (sold: PurchaseRecord): Entry<PurchaseRecord> => ({
  of: sold,
  numbers: [sold.supplierReference],
  reference: sold.reference,
  amount: sold.unitCostUsd,
  // Whether an order's eSIMs are, is looked at one by one.
  ended: sold.kind === "topup" && sold.refunded,
});

/** What was not bought, as far as we know, is no entry of ours. */
function partEntries(part: OurPart): Entry<OurPart | OurTopup>[] {
  const isBought = !["rejected", "replaced"].includes(part.status) || part.rejectedCode === "taken_back";
  const entry = { of: part, amount: null, ended: true };
  return [
    ...(isBought
      ? [
          {
            ...entry,
            numbers: numberOf(part.supplierReference),
            reference: part.reference,
            amount: part.status === "delivered" ? part.unitCostUsd : null,
          },
        ]
      : []),
    // What was sold on is the part's that it was sold with.
    ...(part.strayReference && part.strayReference !== part.supplierReference && part.stray !== "resold"
      ? [{ ...entry, numbers: [part.strayReference], reference: null }]
      : []),
  ];
}

function topupEntries(topup: OurTopup): Entry<OurPart | OurTopup>[] {
  const { supplierReference, reference, status, stray, unitCostUsd, isRefunded } = topup;
  if (status === "failed" && !stray) return [];
  const amount = status === "succeeded" ? unitCostUsd : null;
  return [
    { of: topup, numbers: numberOf(supplierReference), reference, amount, ended: isRefunded || status === "failed" },
  ];
}

async function judge(
  side: Side,
  found: Found<PurchaseRecord, OurPart | OurTopup>,
  parts: Map<string, OurPart>,
  esims: Map<string, OurEsim>,
): Promise<void> {
  switch (found.finding) {
    case "theirs_only": {
      const { theirs } = found;
      const part = parts.get(theirs.reference ?? "") ?? null;
      return await judgeUnknown(side, theirs, part, esims.get(theirs.esims[0]?.supplierEsimId ?? "") ?? null);
    }
    case "ours_only":
      return await reportMissing(side, found.ours);
    case "amount_differs":
      return await reportApart(side, found.theirs, found.ours);
    case "ended_there":
      return found.ours.what === "top-up" ? await reportRefundedTopup(side, found.theirs, found.ours) : undefined;
  }
}

/** eSIM by eSIM: what was cancelled there and lives here, and what came with an order and is nobody's. */
async function compareEsims(
  side: Side,
  { purchases }: SupplierRecord,
  matched: { theirs: PurchaseRecord; ours: OurPart | OurTopup }[],
  ours: Ours,
): Promise<void> {
  // One that was topped up may stand in several purchases.
  const all = purchases.flatMap((purchase) => purchase.esims.map((esim) => ({ ...esim, purchase })));
  const sold = [...new Map(all.map((esim) => [esim.supplierEsimId, esim])).values()];
  const { found } = compare(
    sold.map((esim) => ({
      of: esim,
      numbers: [esim.supplierEsimId],
      reference: null,
      amount: null,
      ended: esim.cancelled,
    })),
    ours.esims.map(esimEntry),
    false,
  );
  const cancelled = found.flatMap((one) =>
    one.finding === "ended_there" ? [{ ...one.ours, at: one.theirs.purchase.createdAt }] : [],
  );
  if (cancelled.length > 0) await followCancels(side, cancelled);
  const parts = new Map(matched.map((pair) => [pair.theirs, pair.ours]));
  const beside = new Map<PurchaseRecord, { part: OurPart; ids: Set<string> }>();
  for (const one of found) {
    if (one.finding !== "theirs_only" || one.theirs.cancelled) continue;
    const { purchase, supplierEsimId } = one.theirs;
    const part = parts.get(purchase);
    if (part?.what !== "order" || !part.isSettled || part.knownIds.includes(supplierEsimId)) continue;
    const { ids } = beside.get(purchase) ?? { ids: new Set<string>() };
    beside.set(purchase, { part, ids: ids.add(supplierEsimId) });
  }
  for (const [purchase, { part, ids }] of beside) await judgeBeside(side, purchase, part, ids);
}

const esimEntry = (esim: OurEsim): Entry<OurEsim> => ({
  of: esim,
  numbers: [esim.supplierEsimId],
  reference: null,
  amount: null,
  ended: esim.status === "cancelled" || esim.status === "expired",
});
