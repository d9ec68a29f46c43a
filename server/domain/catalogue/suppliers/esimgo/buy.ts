import type { z } from "zod";
import { type Money, money, round4 } from "#server/kernel/money.ts";
import type { Outcome, SupplierOrderRequest, SupplierTopupRequest } from "../port.ts";
import type { Call } from "./client.ts";
import { DRY_RUN_MS, sendBy } from "./deadline.ts";
import { rejectCode, toRefusal, toRefusalBefore } from "./errors.ts";
import { OUR_CURRENCY } from "./organisation.ts";
import { Compatibility, Quote, WireOrder } from "./wire.ts";

type Purchase = {
  operation: "order" | "topup";
  item: string;
  quantity: number;
  unitCostUsd: Money;
  /** Of the eSIMs that it goes onto; new ones without. */
  iccids?: readonly string[];
};

type Bought = Outcome<{ supplierReference: string; unitCostUsd?: Money }>;

export const orderEsims = (call: Call, request: SupplierOrderRequest): Promise<Bought> =>
  buy(call, {
    operation: "order",
    item: request.supplierPackageId,
    quantity: request.quantity,
    unitCostUsd: request.unitCostUsd,
  });

/** Bundles of another network would go onto a new eSIM, or nowhere: asked before. */
export async function topUpEsim(call: Call, { esim, option }: SupplierTopupRequest): Promise<Bought> {
  const startBy = sendBy();
  const said = await call({
    operation: "topup",
    path: ["esims", esim.iccid, "compatible", option.code],
    schema: Compatibility,
    timeoutMs: DRY_RUN_MS,
  });
  if (said.kind !== "ok") return toRefusalBefore(said);
  if (!said.value.compatible)
    return { kind: "rejected", code: "refused", message: `the eSIM cannot take the bundle ${option.code}` };
  const { iccid } = esim;
  const purchase = {
    operation: "topup",
    item: option.code,
    quantity: 1,
    unitCostUsd: option.costUsd,
    iccids: [iccid],
  } as const;
  return await buy(call, purchase, startBy);
}

/**
 * A dry run, which names the price, then the purchase. Between the two the price can still move: there is no way to
 * name one's own.
 */
async function buy(call: Call, purchase: Purchase, startBy = sendBy()): Promise<Bought> {
  const { operation, item, quantity, iccids } = purchase;
  const ask = (type: "validate" | "transaction") => ({
    operation,
    method: "POST" as const,
    path: ["orders"],
    body: { type, assign: true, order: [{ type: "bundle", item, quantity, allowReassign: false, iccids }] },
  });
  const quoted = await call({ ...ask("validate"), schema: Quote, timeoutMs: DRY_RUN_MS });
  if (quoted.kind !== "ok") return toRefusalBefore(quoted, rejectCode);
  const objection = objectionTo(quoted.value, purchase);
  if (objection) return objection;
  const said = await call({ ...ask("transaction"), schema: WireOrder, startBy });
  return said.kind === "ok" ? toOutcome(said.value, purchase) : toRefusal(said, rejectCode);
}

function objectionTo(quote: z.infer<typeof Quote>, purchase: Purchase): Extract<Bought, { kind: "rejected" }> | null {
  const { total, currency, valid, statusMessage } = quote;
  if (valid === false) {
    const message = statusMessage ?? "the order is not valid";
    return { kind: "rejected", code: rejectCode(message), message };
  }
  if (currency !== OUR_CURRENCY)
    return { kind: "rejected", code: "refused", message: `the price is in ${currency}, not in ${OUR_CURRENCY}` };
  if (!isAbout(quote, purchase))
    return { kind: "rejected", code: "not_sent", message: "the price that was given is that of another bundle" };
  // The total is a sum of binary fractions: 8.399999999999999 for three times 2.80.
  const due = round4(money(total));
  const expected = round4(purchase.unitCostUsd.times(purchase.quantity));
  return due.greaterThan(expected)
    ? { kind: "rejected", code: "price_changed", message: `the price is ${due}, not ${expected}` }
    : null;
}

function toOutcome(order: WireOrder, purchase: Purchase): Bought {
  const { orderReference, status, statusMessage } = order;
  if (/fail/i.test(status ?? "")) {
    const message = statusMessage ?? "the order failed";
    return { kind: "rejected", code: rejectCode(message), message };
  }
  if (!orderReference) return { kind: "unknown", message: "the answer to the order has no reference" };
  return isAbout(order, purchase)
    ? { kind: "done", value: { supplierReference: orderReference, unitCostUsd: paidIn(order) } }
    : { kind: "unknown", message: `the answer is about another order, ${orderReference}` };
}

/** For each eSIM of it, fewer of which may have been sold than were ordered; in another currency it tells nothing. */
export function paidIn({ order, total, currency }: WireOrder): Money | undefined {
  const sold = (order ?? []).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  return total && sold > 0 && currency === OUR_CURRENCY ? round4(money(total).dividedBy(sold)) : undefined;
}

/** What it does not say, it does not deny. */
function isAbout({ order }: Pick<WireOrder, "order">, { item, iccids = [] }: Purchase): boolean {
  return (order ?? []).every(
    (line) =>
      (line.item ?? item) === item && (!line.iccids?.length || iccids.every((iccid) => line.iccids!.includes(iccid))),
  );
}
