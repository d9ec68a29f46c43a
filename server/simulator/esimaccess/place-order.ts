import { type ModeSetting, noticeMode } from "../modes.ts";
import { deliveryDelayMs, inParts, soldBefore, takenBack } from "../react.ts";
import { findBasePackage } from "./catalogue.ts";
import { checkAmount, readPeriods, readText, readWhole } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import { type Body, priceOf, type Shop } from "./shop.ts";
import type { OrderLine, State } from "./state.ts";

const MAX_ESIMS = 30;
/** Time-window searches that do not show an order which is to be found later only. */
const HIDDEN_SEARCHES = 2;

/** Sells. A transaction id that is known is the same request again, whatever else it says, and sells nothing. */
export function placeOrder(shop: Shop, body: Body, setting: ModeSetting) {
  const transactionId = readText(body, "transactionId", 50);
  const state = shop.journal.state();
  const known = state.byTransaction.get(transactionId);
  if (known) return { orderNo: known.orderNo, transactionId };

  const lines = readLines(state, body);
  const quantity = lines.reduce((sum, { count }) => sum + count, 0);
  const amount = lines.reduce((sum, { count, price }) => sum + count * price, 0);
  if (quantity > MAX_ESIMS) refuse("200008", `more than ${MAX_ESIMS} eSIMs`);
  checkAmount(body.amount, amount, "200006");
  if (amount > state.balance) refuse("200007");

  const deliver = setting.mode === "partial" ? Math.min(setting.quantity ?? quantity - 1, quantity) : quantity;
  const number = state.orders.size + 1;
  const now = new Date();
  const readyAt = new Date(now.getTime() + allocationMs(number) * shop.pace + deliveryDelayMs(setting));
  const orderNo = `B${now.toISOString().replace(/\D/g, "").slice(2, 14)}${String(number).padStart(5, "0")}`;
  shop.journal.append({
    type: "ordered",
    orderNo,
    transactionId,
    lines,
    deliver,
    paid: priceOfFirst(lines, deliver),
    readyAt: readyAt.toISOString(),
    noticeMode: noticeMode(setting),
    takenBack: takenBack(setting, deliver),
    soldBefore: soldBefore(setting, deliver),
    inParts: inParts(setting, deliver, readyAt),
    hiddenFor: setting.mode === "not_found_then_found" ? HIDDEN_SEARCHES : 0,
  });
  shop.deliverLater(state.orders.get(orderNo)!);
  return { orderNo, transactionId };
}

/** From 300 to 1,500 ms, a different time for each order. */
const allocationMs = (number: number) => 300 + ((number * 377) % 1201);

function readLines(state: State, body: Body): OrderLine[] {
  const entries = body.packageInfoList;
  if (entries === undefined) return refuse("000105", "packageInfoList");
  if (!Array.isArray(entries) || entries.length === 0) return refuse("000106", "packageInfoList");
  return entries.map((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return refuse("000106", "packageInfoList");
    const line = entry as Body;
    const item = findBasePackage(readText(line, "packageCode", 100)) ?? refuse("310241");
    const count = readWhole(line, "count", 1, 10_000);
    const periods = readPeriods(line, item.dataType !== 1);
    const price = priceOf(state, item) * periods;
    checkAmount(line.price, price, "200005");
    return { packageCode: item.packageCode, slug: item.slug, count, price, days: item.duration * periods };
  });
}

/** What the first `quantity` eSIMs of the order cost. */
function priceOfFirst(lines: OrderLine[], quantity: number): number {
  let left = quantity;
  let total = 0;
  for (const { count, price } of lines) {
    total += Math.min(count, left) * price;
    left -= Math.min(count, left);
  }
  return total;
}
