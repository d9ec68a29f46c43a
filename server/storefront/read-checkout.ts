import { previewDiscounts } from "#server/domain/shop/checkout/index.ts";
import type { DiscountFault } from "#server/domain/shop/discounts/index.ts";
import { checkoutForm, type Draft, FORM_FIELDS, type FormField, findDraft, MOST_OF_ONE } from "./draft.ts";
import type { Store } from "./open-store.ts";
import { formatMoney, type PlanView, presentPlan } from "./present.ts";
import { findPlan, newAddressOf } from "./read-plans.ts";

/** What a number of eSIMs comes to. */
export type TotalView = {
  /** With a code: what it would be without, and what is taken off. */
  discount: { whole: string; off: string } | null;
  total: string;
  /** Plain, for the form. */
  value: string;
};

export type CheckoutView = {
  plan: PlanView;
  /** What was typed, where the form came back. */
  draft: Draft | null;
  /** What is wrong with it, in the order of the page. */
  faults: { field: FormField; why: FaultName }[];
  /** Of one eSIM, of two, and so on. */
  totals: TotalView[];
};

export type FaultName = `fault_${Exclude<FormField, "code">}` | `code_${DiscountFault | "voucher"}`;

/** The checkout of a plan; null while there are no prices, "missing" when it is no longer sold. */
export async function readCheckout(
  store: Store,
  id: string,
): Promise<CheckoutView | { movedTo: string } | null | "missing"> {
  const moved = await newAddressOf(store, decodeURIComponent(id));
  if (moved) return { movedTo: `/checkout/${moved}` };
  const found = await findPlan(store, decodeURIComponent(id));
  if (found === null || found === "missing") return found;
  const { item, retail } = found;
  const draft = await findDraft(store, checkoutForm(id));
  const { price } = retail.retailOf(item, item);
  const { currency, language } = store.view;
  const show = (amount: typeof price) => formatMoney(amount, currency, language);
  const purchases = Array.from({ length: MOST_OF_ONE }, (_, i) => ({
    ...{ plan: item, price, cost: item.unitPrice, quantity: i + 1 },
  }));
  const judged = draft?.code ? await previewDiscounts(store.ctx, draft, purchases) : [];
  const totals = purchases.map(({ quantity }, i): TotalView => {
    const whole = price.times(quantity);
    const discount = judged[i];
    if (discount === undefined || typeof discount === "string")
      return { discount: null, total: show(whole), value: whole.toString() };
    const { off, total } = discount;
    return { discount: { whole: show(whole), off: show(off.negated()) }, total: show(total), value: total.toString() };
  });
  const codeFault = draft ? judged[draft.quantity - 1] : undefined;
  const faults = FORM_FIELDS.flatMap((field): CheckoutView["faults"] => {
    if (field === "code") return typeof codeFault === "string" ? [{ field, why: `code_${codeFault}` }] : [];
    return draft?.faults.includes(field) ? [{ field, why: `fault_${field}` }] : [];
  });
  return { plan: presentPlan(item, retail, store.view), draft, faults, totals };
}
