import { refuse } from "./refusal.ts";
import type { Asked, Shop } from "./shop.ts";
import type { Order, State } from "./state.ts";
import { toWireEsim, toWireOrder, toWireRefund } from "./wire.ts";

const MAX_LIMIT = 100;

export function getOrder(shop: Shop, { params }: Asked) {
  const state = shop.journal.state();
  return toWireOrder(state, readOrder(state, params.reference!), true);
}

/** The newest first, with what was given back. An order that is to be found later only stays out of sight. */
export function listOrders(shop: Shop, { query }: Asked) {
  const state = shop.journal.state();
  const page = readWhole(query, "page", 1, 1_000_000);
  const limit = readWhole(query, "limit", 10, MAX_LIMIT);
  const withEsims = query.get("includeIccids") === "true";
  const isWanted = readRange(query);
  const orders = [...state.orders.values()].filter((order) => !state.hidden.has(order));
  const all = [
    ...orders.map((order) => ({ at: order.createdAt, wire: () => toWireOrder(state, order, withEsims) })),
    ...state.refunds.map((refund) => ({ at: refund.createdAt, wire: () => toWireRefund(refund) })),
  ];
  const found = all.filter(({ at }) => isWanted(at)).sort((a, b) => (a.at < b.at ? 1 : -1));
  const shown = found.slice((page - 1) * limit, page * limit).map(({ wire }) => wire());
  bringNearer(shop, page, isWanted);
  return { orders: shown, pageCount: Math.ceil(found.length / limit), rows: found.length, pageSize: limit };
}

/** Each list brings a hidden order nearer, its further pages do not. */
function bringNearer(shop: Shop, page: number, isWanted: (at: string) => boolean): void {
  const hidden = [...shop.journal.state().hidden].filter(({ createdAt }) => isWanted(createdAt));
  if (hidden.length > 0 && page === 1)
    shop.journal.append({ type: "listed", references: hidden.map(({ reference }) => reference) });
}

/** `createdAt=gte:<time>` and `createdAt=lte:<time>`. */
function readRange(query: URLSearchParams): (at: string) => boolean {
  const tests = query.getAll("createdAt").map((text) => {
    const [, comparison, time = ""] = /^(gte|lte):(.+)$/.exec(text) ?? [];
    const limit = new Date(time);
    if (!comparison || Number.isNaN(limit.getTime())) return refuse(400, `createdAt ${text} is not valid`);
    const border = limit.toISOString();
    return (at: string) => (comparison === "gte" ? at >= border : at <= border);
  });
  return (at) => tests.every((test) => test(at));
}

export function readWhole(query: URLSearchParams, name: string, usual: number, max: number): number {
  const text = query.get(name);
  if (text === null || text === "") return usual;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) return refuse(400, `${name} is not valid`);
  return Math.min(max, Number(text));
}

/** What is needed to install the eSIMs of an order. */
export function listAssignments(shop: Shop, { query }: Asked) {
  const state = shop.journal.state();
  const order = readOrder(state, query.get("reference") ?? "");
  const esims = order.delivered.flat().map((iccid) => {
    const { state: _, customerRef: __, ...details } = toWireEsim(state.esims.get(iccid)!);
    return details;
  });
  return esims.length === 1 ? esims[0]! : esims;
}

function readOrder(state: State, reference: string): Order {
  const order = state.orders.get(reference) ?? refuse(400, "order not found");
  return order.isDelivered ? order : refuse(503, "the order is still being processed");
}
