import { createHash } from "node:crypto";
import { luhnDigit } from "../sim-numbers.ts";
import { MEGABYTE } from "./catalogue.ts";
import { liveOn } from "./live-on.ts";
import { type Shop, soldAs } from "./shop.ts";
import type { Entry, Order, State } from "./state.ts";

type Delivery = Extract<Entry, { type: "delivered" }>;

/** New eSIMs with their bundles, and the bundles that go onto eSIMs sold before. */
export function deliver(shop: Shop, order: Order): void {
  const state = shop.journal.state();
  if (order.isDelivered) return;
  const esims: Delivery["esims"] = [];
  const applied: Delivery["applied"] = [];
  const delivered = order.lines.map(({ item, quantity, price, iccids }) => {
    const isTopup = iccids.length > 0;
    const again = isTopup ? [] : soldBefore(state).slice(0, order.soldBefore ?? 0);
    const made = isTopup ? [] : newProfiles(state, state.esims.size + esims.length, quantity - again.length);
    esims.push(...made);
    const targets = isTopup ? iccids : [...again, ...made.map(({ iccid }) => iccid)];
    for (const iccid of targets) {
      const id = String(200_000_000 + state.assigned + applied.length);
      const reference = `${order.reference}-${applied.length}`;
      applied.push({ iccid, id, reference, bundle: item, paid: price, isTopup, bytes: bytesOf(item) });
    }
    return targets;
  });
  shop.journal.append({ type: "delivered", reference: order.reference, esims, applied, delivered });
  for (const iccid of delivered.flat().slice(0, order.takenBack ?? 0))
    liveOn("cancel", { shop, esim: shop.journal.state().esims.get(iccid)!, mode: null, usedMb: undefined });
}

/** Those that their buyers have, or had: whoever takes one back before it is seen can prove nothing by it. */
const soldBefore = ({ esims }: State): string[] =>
  [...esims.values()].filter(({ customerRef }) => customerRef !== "").map(({ iccid }) => iccid);

function newProfiles({ seed }: State, before: number, quantity: number): Delivery["esims"] {
  return Array.from({ length: quantity }, (_, index) => {
    const digits = `89440${seed}${String(before + index + 1).padStart(7, "0")}`;
    const iccid = `${digits}${luhnDigit(digits)}`;
    const code = createHash("sha256").update(iccid).digest("hex").slice(0, 20).toUpperCase();
    return { iccid, matchingId: code.match(/.{5}/g)!.join("-") };
  });
}

/** Of what has no limit, something to count down from: 2 GB for each day. */
function bytesOf(item: string): number {
  const { unlimited, dataAmount, duration } = soldAs(item);
  return (unlimited ? 2_000 * duration : dataAmount) * MEGABYTE;
}
