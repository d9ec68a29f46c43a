import { notFound } from "next/navigation";
import { listOwnedEsims, listPurchases, type StoreLink } from "#server/domain/shop/checkout/index.ts";
import type { Store } from "./open-store.ts";
import { formatMoney } from "./present.ts";
import { type EsimView, presentEsim } from "./present-esim.ts";
import { openLink } from "./read-order.ts";

/** A purchase in a list. `total`: null of what was redeemed with a voucher. */
export type PurchaseView = { number: string; title: string; total: string | null; date: string };

/** Everything that was bought with the address of a magic link, or that staff sent with one. */
export async function readMine(store: Store, token: string): Promise<{ esims: EsimView[]; purchases: PurchaseView[] }> {
  const link = await openLink(store, token);
  if (link.kind !== "person" && link.kind !== "handover" && link.kind !== "gift") notFound();
  const [owned, purchases] = await Promise.all([
    listOwnedEsims(store.ctx, link),
    link.kind === "person" ? presentPurchases(store, link) : [],
  ]);
  return { esims: owned.map((one) => presentEsim(one, store)), purchases };
}

async function presentPurchases({ ctx, view }: Store, link: StoreLink): Promise<PurchaseView[]> {
  const purchases = await listPurchases(ctx, link);
  return purchases.map(({ number, packageName, quantity, voucherId, totalAmount, currency, paidAt }) => ({
    number,
    title: quantity > 1 ? `${quantity} × ${packageName}` : packageName,
    total: voucherId === null ? formatMoney(totalAmount, currency, view.language) : null,
    date: paidAt!.toLocaleDateString(view.language, { dateStyle: "long", timeZone: "UTC" }),
  }));
}
