import { type AutoTopup, findAutoTopupOf, momentOf, spentOf } from "#server/domain/shop/checkout/index.ts";
import type { Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";

/** One that was allowed, as it stands. */
export type AutoView = {
  status: AutoTopup["status"];
  item: string;
  price: string;
  moment: string;
  used: string;
  of: string;
  /** What it has cost, of at most what. */
  spent: string;
};

/** How it stands; null of an eSIM that has none and whose shop offers none. */
export async function readAuto({ ctx, view }: Store, esimId: number): Promise<AutoView | null> {
  const auto = await findAutoTopupOf(ctx.db, esimId);
  if (!auto || auto.status === "given_up") return null;
  const count = (number: number) => new Intl.NumberFormat(view.language).format(number);
  return {
    status: auto.status,
    item: auto.packageName,
    price: formatMoney(auto.maxPrice, auto.currency, view.language),
    moment: momentOf(auto, view.language),
    used: count(auto.used),
    of: count(auto.maxTimes),
    spent: spentOf(auto, view.language),
  };
}
