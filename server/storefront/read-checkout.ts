import { COUNTRIES, countryNameIn } from "#server/domain/catalogue/places/index.ts";
import { giftDays, MOST_LINES, MOST_OF_ONE, previewDiscounts, previewVat } from "#server/domain/shop/checkout/index.ts";
import type { DiscountFault } from "#server/domain/shop/discounts/index.ts";
import { findVat, isInEu, type Vat, type VatKind } from "#server/domain/shop/law/index.ts";
import { parseVoucherCode } from "#server/domain/shop/vouchers/index.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { checkoutForm, type Draft, FORM_FIELDS, type FormField, findDraft, planOf } from "./draft.ts";
import type { Store } from "./open-store.ts";
import { formatMoney, formatPercent, type PlanView, type PriceView, presentPlan, presentPrice } from "./present.ts";
import { findPlan, newAddressOf } from "./read-plans.ts";

/** What a number of eSIMs comes to. */
export type TotalView = {
  /** Before a discount and VAT. */
  whole: string;
  /** What a code takes off. */
  off: string | null;
  vat: VatView | null;
  total: PriceView;
  /** Plain, for the form. */
  value: string;
};

/** `rate`: `19 %`. `amount`: of which the total has, or less than nothing where it was taken off. */
export type VatView = { kind: VatKind; rate: string; amount: string };

/** What a form asks where VAT is charged. */
export type ResidenceView = {
  countries: { code: string; name: string }[];
  /** The seller can leave VAT to businesses elsewhere. */
  hasReverse: boolean;
};

export type CheckoutView = {
  plan: PlanView;
  /** Further plans that are paid for with it, each with its number and what that comes to before a discount and VAT. */
  others: { id: string; title: string; quantity: number; price: string }[];
  /** One of them is no longer sold, and was taken out. */
  isOneGone: boolean;
  /** Whether another one fits in. */
  canAdd: boolean;
  /** What was typed, where the form came back. */
  draft: Draft | null;
  /** What is wrong with it, in the order of the page. */
  faults: { field: FormField; why: FaultName }[];
  /** Of one eSIM, of two, and so on, with the others. */
  totals: TotalView[];
  /** Null where the shop charges no VAT, and asks nothing. */
  residence: ResidenceView | null;
  /** Days on which a gift can be sent. */
  giftDays: { from: string; to: string };
};

export type FaultName = `fault_${Exclude<FormField, "code">}` | `code_${DiscountFault | "voucher" | "mistaken"}`;

/** The checkout of a plan; null while there are no prices, "missing" when it is no longer sold. */
export async function readCheckout(
  store: Store,
  id: string,
): Promise<CheckoutView | { movedTo: string } | null | "missing"> {
  const moved = await newAddressOf(store, planOf(id));
  if (moved) return { movedTo: `/checkout/${moved}` };
  const found = await findPlan(store, planOf(id));
  if (found === null || found === "missing") return found;
  const { item, retail } = found;
  const draft = await findDraft(store, checkoutForm(id));
  const { price } = retail.retailOf(item, item);
  const vat = await findVat(store.ctx);
  const others = await readOthers(store, draft);
  const purchases = Array.from({ length: MOST_OF_ONE }, (_, i) => [
    { plan: item, price, cost: item.unitPrice, quantity: i + 1 },
    ...others.map(({ line }) => line),
  ]);
  const judged = draft?.code && draft.isCounted ? await previewDiscounts(store.ctx, draft, purchases) : [];
  const totals = purchases.map((lines, i): TotalView => {
    const whole = lines.reduce((sum, line) => sum.plus(line.price.times(line.quantity)), money(0));
    const judgedOne = judged[i];
    const discount = typeof judgedOne === "object" ? judgedOne : null;
    const left = discount?.total ?? whole;
    const charged = vat && draft?.country ? chargeVat(store, vat, left, draft) : { total: left, vat: null };
    const show = (amount: Money) => showMoney(store, amount);
    return {
      whole: show(whole),
      off: discount && show(discount.off.negated()),
      vat: charged.vat,
      total: presentPrice(charged.total, store.view),
      value: charged.total.toString(),
    };
  });
  const codeFault = draft ? judged[draft.quantity - 1] : undefined;
  const faults = FORM_FIELDS.flatMap((field): CheckoutView["faults"] => {
    if (field === "code")
      return typeof codeFault === "string" ? [{ field, why: whyNot(store, draft!, codeFault) }] : [];
    return draft?.faults.includes(field) ? [{ field, why: `fault_${field}` }] : [];
  });
  return {
    plan: presentPlan(item, retail, store.view),
    others: others.map(({ id, line: { plan, price, quantity } }) => ({
      ...{ id, quantity, price: showMoney(store, price.times(quantity)) },
      title: presentPlan(plan, retail, store.view).title,
    })),
    isOneGone: others.length < (draft?.others.length ?? 0),
    canAdd: others.length + 1 < MOST_LINES,
    draft,
    faults,
    totals,
    residence: vat && presentResidence(store, vat),
    giftDays: giftDays(store.ctx.clock.now()),
  };
}

/** Those that are still sold, at the price of now. */
async function readOthers(store: Store, draft: Draft | null) {
  const read = await Promise.all(
    (draft?.others ?? []).map(async ({ id, quantity }) => {
      const found = await findPlan(store, id);
      if (found === null || found === "missing") return [];
      const { item, retail } = found;
      const { price } = retail.retailOf(item, item);
      return [{ id, line: { plan: item, price, cost: item.unitPrice, quantity } }];
    }),
  );
  return read.flat();
}

const showMoney = ({ view }: Store, amount: Money) => formatMoney(amount, view.currency, view.language);

type Buyer = { country: string; buyerVatId: string };

/** A voucher typed where discounts are: it has a page of its own. */
const whyNot = ({ view }: Store, { code }: Draft, fault: DiscountFault): FaultName =>
  fault === "unknown" && view.hasVouchers && parseVoucherCode(code) !== null ? "code_mistaken" : `code_${fault}`;

/** What is to be paid with VAT, and how it is said; of nothing nothing is said. */
export function chargeVat(store: Store, vat: Vat, price: Money, { country, buyerVatId: vatId }: Buyer) {
  const { total, amount, added, terms } = previewVat(vat, price, { country, vatId }, store.view.currency);
  const { kind, rate } = terms;
  const view: VatView = {
    kind,
    rate: formatPercent(rate, store.view.language),
    amount: showMoney(store, kind === "reverse" ? added : amount),
  };
  return { total, vat: rate.isZero() && kind !== "reverse" ? null : view };
}

export function presentResidence({ view: { language } }: Store, { seller }: Vat): ResidenceView {
  const collator = new Intl.Collator(language);
  const countries = COUNTRIES.map((code) => ({ code, name: countryNameIn(code, language) }));
  return {
    countries: countries.sort((a, b) => collator.compare(a.name, b.name)),
    hasReverse: isInEu(seller.country) && seller.taxExemption === "",
  };
}
