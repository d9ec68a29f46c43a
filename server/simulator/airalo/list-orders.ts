import { includes, paged, readPager } from "./read-field.ts";
import { refuseUnknown } from "./refusal.ts";
import type { Asked, Said, Shop } from "./shop.ts";
import type { Order } from "./state.ts";
import { toWireOrder, toWireSim, toWireStatus, wireTime } from "./wire.ts";

const USUAL_LIMIT = 25;

/** What each filter looks into. They find whatever contains the words. */
const FILTERS: Record<string, (order: Order) => string> = {
  "filter[created_at]": ({ createdAt }) => wireTime(createdAt),
  "filter[code]": ({ code }) => code,
  "filter[order_status]": ({ status }) => status,
  "filter[iccid]": ({ iccid, sims }) => [iccid, ...sims.map((sim) => sim.iccid)].join(" "),
  "filter[description]": ({ description }) => description ?? "",
};

/** The newest first. */
export function listOrders(shop: Shop, asked: Asked): Said {
  const { orders, hidden } = shop.journal.state();
  const matching = [...orders.values()].filter((order) => isListed(order) && matches(order, asked.query));
  const unseen = matching.filter((order) => hidden.has(order));
  const { page, meta } = paged(
    matching.filter((order) => !unseen.includes(order)).reverse(),
    readPager(asked, USUAL_LIMIT),
  );
  // Each search brings an order that is to be found later nearer.
  if (unseen.length > 0 && meta.current_page === 1)
    shop.journal.append({ type: "searched", orderIds: unseen.map(({ id }) => id) });
  return { data: page.map((order) => toListed(order, asked)), meta };
}

export function getOrder({ journal }: Shop, asked: Asked): Said {
  const order = journal.state().orders.get(Number(asked.path[0]));
  return order && isListed(order) ? { data: toListed(order, asked) } : refuseUnknown();
}

const isListed = ({ requestId, status }: Order) => requestId === null || status !== "in_progress";

const matches = (order: Order, query: URLSearchParams) =>
  Object.entries(FILTERS).every(([name, textOf]) =>
    textOf(order)
      .toLowerCase()
      .includes((query.get(name) ?? "").toLowerCase()),
  );

const toListed = (order: Order, asked: Asked) => ({
  ...toWireOrder(order),
  ...(includes(asked, "sims") && { sims: order.sims.map(toWireSim) }),
  ...(includes(asked, "status") && { status: toWireStatus(order) }),
});
