import type { PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { countryNameIn } from "#server/domain/catalogue/places/index.ts";
import { type RetailList, showIn } from "#server/domain/catalogue/pricing/index.ts";
import {
  dataOf,
  dataSize,
  daysIn,
  describeItem,
  formatMoney,
  type Language,
  placeName,
} from "#server/domain/shop/checkout/index.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { StoreView } from "./open-store.ts";

/** A package as travellers see it: everything formatted in their language, nothing of what it costs the reseller. */
export type PlanView = {
  /** In addresses. */
  id: string;
  title: string;
  place: string;
  data: string;
  days: string;
  durationDays: number;
  unlimited: boolean;
  /** In all; more than any other where there is no limit. */
  gigabytes: number;
  price: PriceView;
  /** As charged, plain, for forms and search engines. */
  priceValue: string;
  currency: string;
  /** Of `1,20 € / GB`; null where it says nothing. */
  perGb: { price: PriceView; unit: string } | null;
  type: "local" | "regional" | "global";
  countryCode: string | null;
  regionCode: string;
  coverage: { code: string; name: string }[];
  operators: string[];
  networks: { country: string; name: string }[];
  speed: string;
  hotspot: boolean | null;
  topup: boolean;
  /** When the days begin to count. */
  starts: PricedPackage["activation"];
  /** Days within which it has to be installed. */
  installWithin: string;
};

/** What is charged, and what that is about in the currency that the visitor chose: shown beside it, and charged by nobody. */
export type PriceView = { charged: string; about: string | null };

export { formatMoney };

/** One amount as pages show it. `isRounded`: as the reseller wants prices, and not to the coin. */
export function presentPrice(amount: Money, view: StoreView, { isRounded = true } = {}): PriceView {
  const { currency, shown, language } = view;
  const charged = formatMoney(amount, currency, language);
  if (!shown) return { charged, about: null };
  const rounding = isRounded ? shown.rounding : "exact";
  const about = showIn(amount, { ...shown, rounding, rate: money(shown.rate) });
  return { charged, about: formatMoney(about, shown.currency, language) };
}

/** @param percent 19 for `19 %` */
export const formatPercent = (percent: Money, language: Language): string =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(percent.toNumber() / 100);

export function presentPlan(item: PricedPackage, retail: RetailList, view: StoreView): PlanView {
  const { language, currency } = view;
  const { price } = retail.retailOf(item, item);
  const gigabytes = (item.dataMb / 1024) * (item.perDay ? item.durationDays : 1);
  const collator = new Intl.Collator(language);
  return {
    id: item.shopCode,
    title: describeItem(item, language),
    place: placeName(item, language),
    data: dataOf(item, language),
    days: daysIn(item.durationDays, language),
    durationDays: item.durationDays,
    unlimited: item.unlimited,
    gigabytes: item.unlimited ? Number.POSITIVE_INFINITY : gigabytes,
    price: presentPrice(price, view),
    priceValue: price.toString(),
    currency,
    perGb:
      item.unlimited || gigabytes < 1
        ? null
        : {
            price: presentPrice(price.dividedBy(money(gigabytes)), view, { isRounded: false }),
            unit: dataSize(1024, language).replace(/^1\s*/, ""),
          },
    type: item.type,
    countryCode: item.countryCode,
    regionCode: item.regionCode,
    coverage: item.coverage
      .map((code) => ({ code, name: countryNameIn(code, language) }))
      .sort((a, b) => collator.compare(a.name, b.name)),
    operators: [...new Set(item.operators.map(({ name }) => name))].slice(0, 12),
    networks: item.operators,
    speed: item.speed || item.networkType,
    hotspot: item.hotspot,
    topup: item.topupSupported,
    starts: item.activation,
    installWithin: daysIn(item.validityDays, language),
  };
}
