import { randomUUID } from "node:crypto";
import { after } from "#server/kernel/time.ts";
import type { ModeSetting } from "../modes.ts";
import { deliveryDelayMs, soldBefore, takenBack } from "../react.ts";
import { findBundle, networkOf } from "./catalogue.ts";
import { deliver } from "./deliver-orders.ts";
import { refuse } from "./refusal.ts";
import { type Asked, priceOf, type Shop } from "./shop.ts";
import type { OrderLine, State } from "./state.ts";
import { toWireLines, toWireOrder } from "./wire.ts";

const MAX_QUANTITY = 1_000;
/** So many eSIMs at most are part of the answer to the order itself. */
const AT_ONCE = 5;
/** Lists that do not show an order which is to be found later only. */
const HIDDEN_LISTS = 2;

/** A dry run: the price, and whether it would be sold. */
export function validateOrder(shop: Shop, { body }: Asked) {
  const state = shop.journal.state();
  const lines = readLines(state, body.order);
  const total = priceOfAll(lines);
  requireBalance(state, total);
  return {
    order: toWireLines(lines),
    total: total / 10_000,
    currency: "USD",
    valid: true,
    createdDate: new Date().toISOString(),
    assigned: false,
  };
}

/** Sells. There is nothing to know a repeated order by: whoever sends it twice pays twice. */
export function placeOrder(shop: Shop, { body, setting }: Asked) {
  if (body.assign !== true) return refuse(400, "only orders with assign true are simulated");
  const state = shop.journal.state();
  const ordered = readLines(state, body.order);
  requireBalance(state, priceOfAll(ordered));
  const lines = setting.mode === "partial" ? firstOf(ordered, setting) : ordered;
  const now = new Date();
  const reference = randomUUID();
  shop.journal.append({
    type: "ordered",
    reference,
    lines,
    paid: priceOfAll(lines),
    readyAt: after(now, deliveryMs(lines, state.orders.size + 1, setting)).toISOString(),
    takenBack: takenBack(setting, countOf(lines)),
    soldBefore: soldBefore(setting, countOf(lines)),
    hiddenFor: setting.mode === "not_found_then_found" ? HIDDEN_LISTS : 0,
  });
  const order = shop.journal.state().orders.get(reference)!;
  if (order.readyAt <= now.toISOString()) deliver(shop, order);
  else shop.deliverLater(order);
  return toWireOrder(shop.journal.state(), order, true);
}

/** Top-ups and small orders at once, the others within 300 to 1,500 ms, a different time for each. */
function deliveryMs(lines: OrderLine[], number: number, setting: ModeSetting): number {
  const made = lines.reduce((sum, { quantity, iccids }) => sum + (iccids.length > 0 ? 0 : quantity), 0);
  if (made === 0) return 0;
  return (made <= AT_ONCE ? 0 : 300 + ((number * 377) % 1201)) + deliveryDelayMs(setting);
}

/** Of what was ordered, as many as there are. */
function firstOf(lines: OrderLine[], { quantity }: ModeSetting): OrderLine[] {
  let left = quantity ?? countOf(lines) - 1;
  return lines.map((line) => {
    const sold = Math.min(left, line.quantity);
    left -= sold;
    return { ...line, quantity: sold, iccids: line.iccids.slice(0, sold) };
  });
}

const countOf = (lines: OrderLine[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

const priceOfAll = (lines: OrderLine[]) => lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

function requireBalance(state: State, total: number): void {
  if (total > state.balance) refuse(400, "insufficient balance");
}

function readLines(state: State, order: unknown): OrderLine[] {
  if (!Array.isArray(order) || order.length === 0) return refuse(400, "order must be a list of items");
  return order.map((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return refuse(400, "order must be a list of items");
    const { type, item, quantity, iccids = [] } = entry as Record<string, unknown>;
    if (type !== "bundle") return refuse(400, "an item must be of type bundle");
    const bundle = (typeof item === "string" && findBundle(item)) || refuse(400, `bundle ${item} not found`);
    if (!Number.isInteger(quantity) || (quantity as number) < 1 || (quantity as number) > MAX_QUANTITY)
      return refuse(400, `quantity must be from 1 to ${MAX_QUANTITY}`);
    const targets = readTargets(state, iccids, bundle.name);
    if (targets.length > 0 && targets.length !== quantity) return refuse(400, "quantity must be the number of ICCIDs");
    return { item: bundle.name, quantity: quantity as number, price: priceOf(state, bundle), iccids: targets };
  });
}

function readTargets(state: State, iccids: unknown, bundle: string): string[] {
  if (!Array.isArray(iccids)) return refuse(400, "iccids must be a list");
  return iccids.map((iccid: unknown) => {
    const esim = state.esims.get(String(iccid));
    if (!esim?.inAccount) return refuse(403, `eSIM ${iccid} is not accessible`);
    if (esim.profileStatus === "Deleted") return refuse(400, `eSIM ${iccid} was deleted from its device`);
    if (!isCompatible(esim.assignments[0]!.bundle, bundle))
      return refuse(400, `bundle ${bundle} is not compatible with eSIM ${iccid}`);
    return esim.iccid;
  });
}

export const isCompatible = (first: string, bundle: string): boolean => networkOf(first) === networkOf(bundle);
