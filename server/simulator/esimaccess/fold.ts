import type { Stamped } from "../journal.ts";
import { foldMode } from "../modes.ts";
import type { Entry, Esim, Order, Profile, State } from "./state.ts";

type Of<T extends Entry["type"]> = Stamped<Extract<Entry, { type: T }>>;

/** Takes one entry of the journal into the state. What is read here was checked before it was written. */
export function fold(state: State, entry: Stamped<Entry>): void {
  switch (entry.type) {
    case "opened":
      // Two processes may both find the file empty: the first one counts.
      state.seed ||= entry.seed;
      break;
    case "price_moved":
      state.prices.set(entry.packageCode, entry.price);
      break;
    case "webhook_saved":
      state.webhookUrl = entry.url;
      break;
    case "ordered":
      takeOrder(state, entry);
      break;
    case "allocated":
      takeProfiles(state, entry);
      break;
    case "searched":
      takeSearch(state, entry);
      break;
    case "esim_changed":
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
  const order: Order = { ...ordered, createdAt: at, refunded: 0, isAllocated: false, esims: [] };
  state.orders.set(order.orderNo, order);
  state.byTransaction.set(order.transactionId, order);
  state.allocating.add(order);
  if (order.hiddenFor > 0) state.hidden.add(order);
  state.balance -= order.paid;
}

function takeProfiles(state: State, { at, orderNo, esims }: Of<"allocated">): void {
  const order = state.orders.get(orderNo)!;
  if (isWhole(order)) return;
  order.isAllocated = true;
  for (const profile of esims) {
    const esim = toEsim(profile, orderNo, at);
    order.esims.push(esim);
    state.esims.set(esim.esimTranNo, esim);
    // One that was sold before is known by its first buyer.
    if (!state.byIccid.has(esim.iccid)) state.byIccid.set(esim.iccid, esim);
  }
  if (isWhole(order)) state.allocating.delete(order);
}

export const isWhole = ({ isAllocated, esims, deliver }: Order): boolean => isAllocated && esims.length >= deliver;

const toEsim = ({ volume, days, ...profile }: Profile, orderNo: string, at: string): Esim => ({
  ...profile,
  orderNo,
  createdAt: at,
  totalVolume: volume,
  totalDays: days,
  smdpStatus: "RELEASED",
  esimStatus: "GOT_RESOURCE",
  statusBefore: null,
  eid: "",
  activatedAt: null,
  orderUsage: 0,
  usageAt: at,
  smdpEvents: 0,
  topups: [],
});

function takeSearch(state: State, { orderNos }: Of<"searched">): void {
  for (const orderNo of orderNos) {
    const order = state.orders.get(orderNo)!;
    order.hiddenFor -= 1;
    if (order.hiddenFor <= 0) state.hidden.delete(order);
  }
}

function takeChange(state: State, { esimTranNo, set, refund = 0 }: Of<"esim_changed">): void {
  const esim = state.esims.get(esimTranNo)!;
  Object.assign(esim, set);
  state.orders.get(esim.orderNo)!.refunded += refund;
  state.balance += refund;
}

function takeTopup(state: State, { at, type: _, set, ...topup }: Of<"topped_up">): void {
  const esim = state.esims.get(topup.esimTranNo)!;
  const kept = { ...topup, createdAt: at };
  esim.topups.push(kept);
  state.topups.push(kept);
  esim.totalVolume += topup.volume;
  esim.totalDays += topup.days;
  Object.assign(esim, set);
  state.balance -= topup.paid;
}
