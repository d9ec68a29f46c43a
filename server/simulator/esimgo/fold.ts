import type { Stamped } from "../journal.ts";
import { foldMode } from "../modes.ts";
import type { Entry, Esim, State } from "./state.ts";

type Of<T extends Entry["type"]> = Stamped<Extract<Entry, { type: T }>>;

/** Takes one entry of the journal into the state. What is read here was checked before it was written. */
export function fold(state: State, entry: Stamped<Entry>): void {
  switch (entry.type) {
    case "opened":
      // Two processes may both find the file empty: the first one counts.
      state.seed ||= entry.seed;
      break;
    case "price_moved":
      state.prices.set(entry.bundle, entry.price);
      break;
    case "callback_saved":
      state.callbackUrl = entry.url;
      break;
    case "ordered":
      takeOrder(state, entry);
      break;
    case "delivered":
      takeDelivery(state, entry);
      break;
    case "listed":
      takeList(state, entry);
      break;
    case "esim_changed":
      takeChange(state, entry);
      break;
    case "revoked":
      takeRevocation(state, entry);
      break;
    default:
      foldMode(state.modes, entry);
  }
}

function takeOrder(state: State, { at, type: _, ...ordered }: Of<"ordered">): void {
  const order = { ...ordered, createdAt: at, refunded: 0, isDelivered: false, delivered: [] };
  state.orders.set(order.reference, order);
  state.processing.add(order);
  if (order.hiddenFor > 0) state.hidden.add(order);
  state.balance -= order.paid;
}

function takeDelivery(state: State, { at, reference, esims, applied, delivered }: Of<"delivered">): void {
  const order = state.orders.get(reference)!;
  if (order.isDelivered) return;
  order.isDelivered = true;
  order.delivered = delivered;
  state.processing.delete(order);
  for (const profile of esims)
    state.esims.set(profile.iccid, {
      ...profile,
      orderReference: reference,
      createdAt: at,
      profileStatus: "Released",
      state: "active",
      customerRef: "",
      firstInstalledAt: null,
      inAccount: true,
      assignments: [],
      history: [],
    });
  for (const bundle of applied) {
    const esim = state.esims.get(bundle.iccid)!;
    const use = { state: "queued", remaining: bundle.bytes, startAt: null, endAt: null, announced: 0 } as const;
    esim.assignments.push({ ...bundle, ...use, assignedAt: at });
    esim.history.push({ name: "Bundle Applied", bundleName: bundle.bundle, date: at });
    state.assigned += 1;
  }
}

function takeList(state: State, { references }: Of<"listed">): void {
  for (const reference of references) {
    const order = state.orders.get(reference)!;
    order.hiddenFor -= 1;
    if (order.hiddenFor <= 0) state.hidden.delete(order);
  }
}

function takeChange(state: State, { at, iccid, happened, set, uses = [] }: Of<"esim_changed">): void {
  const esim = state.esims.get(iccid)!;
  Object.assign(esim, set);
  for (const { id, ...use } of uses) Object.assign(assignmentOf(esim, id), use);
  esim.history.push(...happened.map((entry) => ({ ...entry, date: at })));
}

/** The last bundle takes with it an eSIM that nobody has installed. */
function takeRevocation(state: State, { at, iccid, id, refund, refundReference }: Of<"revoked">): void {
  const esim = state.esims.get(iccid)!;
  const assignment = assignmentOf(esim, id);
  assignment.state = "revoked";
  const tell = (name: string) => esim.history.push({ name, bundleName: assignment.bundle, date: at });
  tell("Bundle Revoked");
  if (refundReference) {
    state.balance += refund;
    state.orders.get(orderOf(assignment.reference))!.refunded += refund;
    state.refunds.push({ reference: refundReference, createdAt: at, item: assignment.bundle, amount: refund });
    tell("Bundle Refunded To Balance");
  }
  if (esim.profileStatus === "Released" && esim.assignments.every(({ state }) => state === "revoked")) {
    esim.inAccount = false;
    tell("eSIM Returned");
  }
}

const assignmentOf = (esim: Esim, id: string) => esim.assignments.find((assignment) => assignment.id === id)!;

const orderOf = (assignmentReference: string) => assignmentReference.slice(0, assignmentReference.lastIndexOf("-"));
