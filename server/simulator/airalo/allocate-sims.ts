import { createHash } from "node:crypto";
import { luhnDigit } from "../sim-numbers.ts";
import type { Item } from "./catalogue.ts";
import { orderNotice } from "./notices.ts";
import { type Shop, soldAs } from "./shop.ts";
import type { Order, Plan, Profile, State } from "./state.ts";

/** Once. Whoever ordered asynchronously is told. */
export function allocateSims(shop: Shop, order: Order): void {
  if (order.status !== "in_progress") return;
  const state = shop.journal.state();
  const item = soldAs(order.packageId);
  const again = [...state.sims.values()].slice(0, order.soldBefore ?? 0);
  const sims = Array.from({ length: order.deliver }, (_, index) => {
    const known = again[index];
    if (!known) return toProfile(state, item, index + 1 - again.length);
    const { iccid, imsi, matchingId } = known;
    return { id: order.id * 100 + index, iccid, imsi, matchingId, plan: newPlan(state, item, order.deliver - index) };
  });
  shop.journal.append({ type: "allocated", orderId: order.id, sims });
  if (order.takenBack) shop.journal.append({ type: "refunded", orderId: order.id });
  if (order.requestId !== null) shop.notify(orderNotice(shop.journal.state(), order), order.noticeMode);
}

function toProfile(state: State, item: Item, index: number): Profile {
  const number = state.sims.size + index;
  const digits = `894000${state.seed}${String(number).padStart(7, "0")}`;
  const iccid = `${digits}${luhnDigit(digits)}`;
  return {
    id: Number(state.seed) * 100_000 + number,
    iccid,
    imsi: `23450${state.seed.slice(0, 3)}${String(number).padStart(7, "0")}`,
    matchingId: createHash("sha256").update(iccid).digest("hex").slice(0, 20).toUpperCase(),
    plan: newPlan(state, item, index),
  };
}

/** @param index which of those that are made at once it is, from 1 */
export function newPlan(state: State, item: Item, index = 1): Plan {
  return {
    id: Number(state.seed) * 100_000 + state.plans + index,
    packageId: item.id,
    mb: item.mb,
    days: item.days,
    status: "NOT_ACTIVE",
    usedMb: 0,
    activatedAt: null,
    expiresAt: null,
    finishedAt: null,
  };
}
