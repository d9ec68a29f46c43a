import { randomBytes } from "node:crypto";
import { type ModeSetting, noticeMode } from "../modes.ts";
import { deliveryDelayMs, soldBefore, takenBack } from "../react.ts";
import { allocateSims } from "./allocate-sims.ts";
import { findPackage, type Item } from "./catalogue.ts";
import { readOptionalText, readQuantity, readText, readUrl } from "./read-field.ts";
import { reasonOf, refuse, refuseField } from "./refusal.ts";
import { type Asked, priceOf, type Said, type Shop } from "./shop.ts";
import type { Order, State } from "./state.ts";
import { isoWithOffset, toWireOrder, toWireSim } from "./wire.ts";

const MAX_ESIMS = 50;
/** Searches that do not show an order which is to be found later only. */
const HIDDEN_SEARCHES = 2;

/** Sells, and gives out the eSIMs at once. A description seen before means nothing: a repeat is another order. */
export function placeOrder(shop: Shop, { body }: Asked, setting: ModeSetting): Said {
  const wanted = readOrder(shop, body);
  const order = keepOrder(shop, wanted, setting, { readyInMs: setting.mode === "late" ? deliveryDelayMs(setting) : 0 });
  if (setting.mode === "late") shop.deliverLater(order);
  else allocateSims(shop, order);
  return { data: { ...toWireOrder(order), sims: order.sims.map(toWireSim) } };
}

/** Accepts; the eSIMs, or why there are none, are told by webhook. */
export function placeOrderAsync(shop: Shop, { body }: Asked, setting: ModeSetting): Said {
  const wanted = readOrder(shop, body);
  const noticeUrl = readUrl(body, "webhook_url");
  if (!noticeUrl && !shop.journal.state().subscriptions.has("async_orders"))
    return refuseField("webhook_url", "Opt in to the notification or name a webhook url.");
  const requestId = randomBytes(16).toString("base64url").replace(/[-_]/g, "x").padEnd(25, "0").slice(0, 25);
  const order = keepOrder(shop, wanted, setting, {
    requestId,
    noticeUrl,
    failure: setting.mode === "reject" ? reasonOf(33) : null,
    readyInMs: processingMs(shop.journal.state().orders.size) + deliveryDelayMs(setting),
  });
  shop.deliverLater(order);
  return { status: 202, data: { request_id: requestId, accepted_at: isoWithOffset(order.createdAt) } };
}

/** From 300 to 1,500 ms, a different time for each order. */
const processingMs = (number: number) => 300 + ((number * 377) % 1201);

type Wanted = { item: Item; quantity: number; description: string | null; price: number };

function readOrder({ journal }: Shop, body: Asked["body"]): Wanted {
  const packageId = readText(body, "package_id", 200);
  const quantity = readQuantity(body, MAX_ESIMS);
  const description = readOptionalText(body, "description", 255);
  const type = readOptionalText(body, "type", 10);
  if (type !== null && type !== "sim") return refuseField("type", "The selected type is invalid.");
  const item = findPackage(packageId) ?? refuse(34);
  const price = priceOf(journal.state(), item);
  if (price * quantity > journal.state().balance) return refuse(11);
  return { item, quantity, description, price };
}

function keepOrder(
  { journal }: Shop,
  { item, quantity, description, price }: Wanted,
  setting: ModeSetting,
  more: { readyInMs: number } & Partial<Pick<Order, "requestId" | "noticeUrl" | "failure">>,
): Order {
  const { requestId = null, noticeUrl = null, failure = null, readyInMs } = more;
  const short = setting.mode === "partial" ? Math.min(setting.quantity ?? quantity - 1, quantity) : quantity;
  const deliver = failure === null ? short : 0;
  const numbers = nextNumbers(journal.state());
  journal.append({
    type: "ordered",
    ...numbers,
    packageId: item.id,
    quantity,
    description,
    price,
    paid: price * deliver,
    deliver,
    readyAt: new Date(Date.now() + readyInMs).toISOString(),
    takenBack: takenBack(setting, deliver) > 0,
    soldBefore: soldBefore(setting, deliver),
    requestId,
    failure,
    noticeUrl,
    noticeMode: noticeMode(setting),
    hiddenFor: setting.mode === "not_found_then_found" ? HIDDEN_SEARCHES : 0,
  });
  return journal.state().orders.get(numbers.id)!;
}

/** `20230227-000012`, and a number that no other data directory has for its orders. */
export function nextNumbers({ seed, orders }: State): { id: number; code: string } {
  const number = orders.size + 1;
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  return { id: Number(seed) * 100_000 + number, code: `${day}-${String(number).padStart(6, "0")}` };
}
