import { paced } from "#server/kernel/clock.ts";
import { type Money, money, round4 } from "#server/kernel/money.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import type { LinkedOrders } from "../port.ts";
import type { Call, Said } from "./client.ts";
import { readPages } from "./pages.ts";
import { OrderList, type WireOrder } from "./wire.ts";

/** A purchase of one bundle in the supplier's list. */
export type Listed = {
  reference: string;
  item: string;
  quantity: number;
  total: Money;
  iccids: string[];
  /** Not a number when it does not say. */
  createdAt: number;
};

const PER_PAGE = 50;
/** The supplier's clock may be behind ours. */
const CLOCKS_APART = 5 * MINUTE;

/** A list may be behind: what is not in it before that time has passed may come up yet. */
const LISTED_WITHIN = 30 * SECOND;

/** What a look for something that is nowhere is worth. */
export const notListed = (since: Date): { kind: "not_found" } | { kind: "unknown"; message: string } =>
  Date.now() - since.getTime() < paced(LISTED_WITHIN)
    ? { kind: "unknown", message: "it may be too early to be listed" }
    : { kind: "not_found" };

/** What was bought since then, failed orders left out. */
export async function listOrders(call: Call, since: Date): Promise<Said<Listed[]>> {
  const from = after(since, -CLOCKS_APART);
  const said = await readPages(
    async (page) => {
      const answer = await call({
        operation: "find",
        path: ["orders"],
        query: {
          includeIccids: "true",
          page: String(page),
          limit: String(PER_PAGE),
          createdAt: `gte:${from.toISOString()}`,
        },
        schema: OrderList,
        maxBytes: 4_000_000,
      });
      return answer.kind === "ok"
        ? { kind: "ok", value: { entries: answer.value.orders, pageCount: answer.value.pageCount } }
        : answer;
    },
    (order) => order.orderReference ?? JSON.stringify(order),
  );
  if (said.kind !== "ok") return said;
  return { kind: "ok", value: said.value.flatMap((order) => toListed(order, from)) };
}

/** What moved the balance in another way, failed or is older than asked for is left out. */
function toListed(order: WireOrder, from: Date): Listed[] {
  const [line, ...more] = order.order ?? [];
  const isBundle = line && more.length === 0 && /^bundle$/i.test(line.type ?? "bundle");
  const createdAt = Date.parse(order.createdDate ?? "");
  if (!isBundle || !line.item || !order.orderReference || /fail/i.test(order.status ?? "")) return [];
  if (createdAt < from.getTime()) return [];
  return [
    {
      reference: order.orderReference,
      item: line.item,
      quantity: line.quantity ?? 0,
      total: round4(money(order.total ?? 0)),
      iccids: line.iccids ?? [],
      createdAt,
    },
  ];
}

export async function notLinked(orders: Listed[], linked: LinkedOrders): Promise<Listed[]> {
  if (orders.length === 0) return [];
  const taken = await linked(orders.map(({ reference }) => reference));
  return orders.filter(({ reference }) => !taken.has(reference));
}
