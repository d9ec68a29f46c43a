import type { Stamped } from "../journal.ts";
import { foldMode } from "../modes.ts";
import type { Entry, Order, State } from "./state.ts";

type Of<T extends Entry["type"]> = Stamped<Extract<Entry, { type: T }>>;

/** Takes one entry of the journal into the state. What is read here was checked before it was written. */
export function fold(state: State, entry: Stamped<Entry>): void {
  switch (entry.type) {
    case "opened":
      // Two processes may both find the file empty: the first one counts.
      if (!state.seed) Object.assign(state, { seed: entry.seed, tokenKey: entry.tokenKey });
      break;
    case "price_moved":
      state.prices.set(entry.packageId, entry.price);
      break;
    case "subscribed":
      if (entry.url === null) state.subscriptions.delete(entry.topic);
      else state.subscriptions.set(entry.topic, entry.url);
      break;
    case "ordered":
      takeOrder(state, entry);
      break;
    case "allocated":
      takeProfiles(state, entry);
      break;
    case "refunded":
      takeRefund(state, entry);
      break;
    case "searched":
      takeSearch(state, entry);
      break;
    case "sim_changed":
      takeChange(state, entry);
      break;
    case "topped_up":
      takeTopup(state, entry);
      break;
    default:
      foldMode(state.modes, entry);
  }
}

function takeOrder(state: State, { at, type: _, ...ordered }: Of<"ordered">): void {
  keep(state, { ...ordered, type: "sim", iccid: null, createdAt: at, status: "in_progress", sims: [] });
  state.allocating.add(state.orders.get(ordered.id)!);
}

function keep(state: State, order: Order): void {
  state.orders.set(order.id, order);
  state.balance -= order.paid;
  if (order.hiddenFor > 0) state.hidden.add(order);
}

function takeProfiles(state: State, { at, orderId, sims }: Of<"allocated">): void {
  const order = state.orders.get(orderId)!;
  if (order.status !== "in_progress") return;
  order.status = order.failure === null ? "completed" : "failed";
  state.allocating.delete(order);
  for (const { plan, ...profile } of sims) {
    const life = { isInstalled: false, isConnected: false, isDeleted: false, isExpired: false, recycledAt: null };
    const sim = { ...profile, ...life, orderId, createdAt: at, plans: [plan] };
    order.sims.push(sim);
    // One that was sold before keeps its life: the supplier knows it by its first buyer.
    if (!state.sims.has(sim.iccid)) state.sims.set(sim.iccid, sim);
  }
  state.plans += sims.length;
}

/** Once; the price goes back. */
function takeRefund(state: State, { orderId }: Of<"refunded">): void {
  const order = state.orders.get(orderId)!;
  if (order.status === "refunded") return;
  order.status = "refunded";
  state.balance += order.paid;
}

function takeSearch(state: State, { orderIds }: Of<"searched">): void {
  for (const id of orderIds) {
    const order = state.orders.get(id)!;
    order.hiddenFor -= 1;
    if (order.hiddenFor <= 0) state.hidden.delete(order);
  }
}

function takeChange(state: State, { iccid, set, plans }: Of<"sim_changed">): void {
  const sim = state.sims.get(iccid)!;
  Object.assign(sim, set);
  for (const change of plans) Object.assign(sim.plans.find(({ id }) => id === change.id)!, change);
}

function takeTopup(state: State, { at, type: _, iccid, plan, ...order }: Of<"topped_up">): void {
  state.sims.get(iccid)!.plans.push(plan);
  state.plans += 1;
  keep(state, {
    ...order,
    type: "topup",
    iccid,
    createdAt: at,
    quantity: 1,
    status: "completed",
    deliver: 0,
    hiddenFor: 0,
    readyAt: at,
    sims: [],
    requestId: null,
    failure: null,
    noticeUrl: null,
    noticeMode: null,
  });
}
