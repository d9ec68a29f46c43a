import { notFound } from "next/navigation";
import { isCountry } from "#server/domain/catalogue/places/index.ts";
import { getSuccession, isFinal, listUsage, MOST_MEASUREMENTS } from "#server/domain/selling/esims/index.ts";
import {
  dataSize,
  daysIn,
  describeTopup,
  findBuyer,
  getOwnedEsim,
  getRetailTopups,
  listOwnedEsims,
  type OwnedEsim,
  offersAutoTopups,
} from "#server/domain/shop/checkout/index.ts";
import { findReplacementOf } from "#server/domain/shop/guarantee/index.ts";
import { findVat } from "#server/domain/shop/law/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { numericId } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Store } from "./open-store.ts";
import { type PriceView, presentPrice } from "./present.ts";
import { readAuto } from "./present-auto-topup.ts";
import { esimState, iccidEnd, presentEsim } from "./present-esim.ts";
import { readArrival } from "./read-arrival.ts";
import { chargeVat, presentResidence, type VatView } from "./read-checkout.ts";
import { openLink } from "./read-order.ts";
import { usageByDay } from "./usage-by-day.ts";

/** One eSIM that the link opens. A shared one is opened by its own page only. */
export async function openEsim(store: Store, token: string, idText: string) {
  const link = await openLink(store, token);
  const id = numericId(idText);
  if (link.kind === "share" || id === null) notFound();
  return { link, owned: await found(getOwnedEsim(store.ctx, link, id)) };
}

/** The same for what only a buyer does with it: share it, top it up. What staff sent ends with its own link. */
export async function openBoughtEsim(store: Store, token: string, idText: string) {
  const { link, owned } = await openEsim(store, token, idText);
  const { email } = owned;
  return link.kind !== "handover" && email !== null ? { link, owned: { ...owned, email } } : notFound();
}

/** What a link does not open, no page has. */
async function found<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isServiceError(error)) notFound();
    throw error;
  }
}

/**
 * `bought`: it came from the shop, where its owner can share it and top it up. `successor`: what took its place, where the link opens that too;
 * `predecessor`: the number of the one whose place it took.
 */
export async function readEsim(store: Store, token: string, idText: string) {
  const { link, owned } = await openEsim(store, token, idText);
  const { ctx } = store;
  const bought = link.kind !== "handover";
  const [arrival, state, measured, { replacedBy, replaces }, auto, offersAuto] = await Promise.all([
    bought ? readArrival(store, owned) : null,
    watchedState(store, owned),
    listUsage(ctx, owned.esim),
    getSuccession(ctx, owned.esim),
    bought ? readAuto(store, owned.esim.id) : null,
    bought && offersAutoTopups(ctx, ctx.db),
  ]);
  const others = replacedBy ? await listOwnedEsims(ctx, link) : [];
  const successor = others.find((other) => other.esim.iccid === replacedBy);
  return {
    ...{ esim: { ...presentEsim(owned, store), state }, bought, arrival },
    usageDays: usageByDay(measured, measured.length < MOST_MEASUREMENTS, store.view.language),
    ...{ auto, offersAuto },
    successor: successor ? presentEsim(successor, store) : null,
    predecessor: replaces && iccidEnd(replaces),
  };
}

/** What the page of an eSIM waits for. */
export async function watchedState({ ctx }: Store, { esim }: Pick<OwnedEsim, "esim">): Promise<string> {
  const replacement = await findReplacementOf(ctx, esim.id);
  return replacement ? `${esimState(esim)}:${replacement.status}` : esimState(esim);
}

/** A shared eSIM: how it stands for everybody with the link, how to install it only with the code. */
export async function readSharedEsim(store: Store, token: string, unlocked: boolean) {
  const link = await openLink(store, token);
  const [shared] = link.kind === "share" ? await listOwnedEsims(store.ctx, link) : [];
  const { install, ...rest } = presentEsim(shared ?? notFound(), store);
  // What its buyer gets back is no business of whoever has the link.
  return { ...rest, refund: null, install: unlocked ? install : null, locked: install !== null && !unlocked };
}

export type TopupView = {
  code: string;
  title: string;
  data: string;
  days: string;
  price: PriceView;
  priceValue: string;
  /** Where VAT is charged: what is to be paid, as pages show it and plain. */
  withVat: { total: PriceView; value: string; vat: VatView | null } | null;
  /** What will be left then, unless one of the two has no size, and until when. */
  after: { left: string | null; endsAt: string | null };
};

/**
 * What can be put on the eSIM; `unavailable` says why nothing can be for the moment. `residence`: where VAT is charged, the country of
 * whoever pays; while it is not known, nothing is offered.
 */
export async function readTopups(store: Store, token: string, idText: string, asked = "") {
  const { owned } = await openBoughtEsim(store, token, idText);
  const { esim } = owned;
  const { language } = store.view;
  const view = presentEsim(owned, store);
  const none = { esim: view, items: [], residence: null };
  if ((await getSuccession(store.ctx, esim)).isReplaced) return { ...none, unavailable: "replaced" as const };
  if (isFinal(esim.status)) return { ...none, unavailable: "ended" as const };
  const vat = await findVat(store.ctx);
  const known = vat && (await findBuyer(store.ctx, esim.id));
  const country = isCountry(asked) ? asked : (known?.country ?? "");
  const residence = vat && { ...presentResidence(store, vat), country };
  try {
    const { supported, items } = await getRetailTopups(store.ctx, esim);
    if (!supported || items.length === 0) return { ...none, unavailable: "unsupported" as const };
    if (vat && country === "") return { esim: view, items: [], unavailable: null, residence };
    const buyerVatId = known?.country === country ? known.vatId : "";
    const left = esim.totalBytes > 0 ? (esim.totalBytes - esim.usedBytes) / MB : null;
    const offered = cheapestOfEach(items).map(
      ({ shopCode, dataMb, durationDays, price }): TopupView => ({
        code: shopCode,
        title: describeTopup({ dataMb, durationDays }, language),
        data: dataSize(dataMb, language),
        days: daysIn(durationDays, language),
        price: presentPrice(price, store.view),
        priceValue: price.toString(),
        withVat: vat && presentTotal(store, chargeVat(store, vat, price, { country, buyerVatId })),
        after: {
          left: left === null || dataMb === 0 ? null : dataSize(Math.round((left + dataMb) * 10) / 10, language),
          endsAt: esim.expiresAt && endAfter(esim.expiresAt, durationDays, language),
        },
      }),
    );
    return { esim: view, items: offered, unavailable: null, residence };
  } catch (error) {
    if (isServiceError(error)) return { ...none, unavailable: "later" as const };
    throw error;
  }
}

/** Of top-ups with as much data for as long travellers see no difference but the price. */
export function cheapestOfEach<Item extends { dataMb: number; durationDays: number; price: Money }>(
  items: Item[],
): Item[] {
  const best = new Map<string, Item>();
  for (const item of items) {
    const key = `${item.dataMb} ${item.durationDays}`;
    const known = best.get(key);
    if (!known || item.price.lessThan(known.price)) best.set(key, item);
  }
  return [...best.values()];
}

const presentTotal = ({ view }: Store, { total, vat }: ReturnType<typeof chargeVat>) => ({
  total: presentPrice(total, view),
  value: total.toString(),
  vat,
});

function endAfter(expiresAt: Date, days: number, language: string): string {
  const end = new Date(expiresAt.getTime() + days * 86_400_000);
  return end.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
}
