import { setTimeout as sleep } from "node:timers/promises";
import {
  type ClientOptions,
  ConnectionError,
  createClient,
  isApiError,
  verifyWebhook,
} from "#sdk/typescript/src/index.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Received } from "./receiver.ts";
import { PATIENCE_MS } from "./until.ts";

/** What a program of a reseller has: its key, its endpoint's secrets, and a plan to sell. */
export type Shop = { baseUrl: string; key: string; secret: string; oldSecret: string; packageId: string };
type Client = ReturnType<typeof createClient>;
type Bought = Awaited<ReturnType<Client["createOrder"]>>;
type Purchase = { package_id: string; quantity: number; client_reference: string };

/** How a program does each thing; the right one is what the library's README says. */
type Manners = {
  client: Partial<ClientOptions>;
  order(esim: Client, purchase: Purchase): Promise<Bought | null>;
  follow(esim: Client, order: Bought, isTold: () => boolean): Promise<void>;
  /** The status that its endpoint answers. */
  receive(shop: Shop, delivery: Received, seen: Set<string>): Promise<number>;
};

const ENDS = ["delivered", "partially_delivered", "failed", "cancelled", "refunded"];

async function quoted(esim: Client, purchase: Purchase) {
  const { package_id, quantity } = purchase;
  return { ...purchase, max_unit_price: (await esim.createQuote({ package_id, quantity })).unit_price };
}

function withOnePrice(place: (esim: Client, order: Awaited<ReturnType<typeof quoted>>) => Promise<Bought | null>) {
  let first: ReturnType<typeof quoted> | undefined;
  return {
    async order(esim: Client, purchase: Purchase) {
      first ??= quoted(esim, purchase);
      return await place(esim, { ...purchase, max_unit_price: (await first).max_unit_price });
    },
  };
}

const verified = (secrets: (shop: Shop) => string[], how?: { toleranceSeconds: number }) =>
  async function receive(shop: Shop, { body, headers }: Received): Promise<number> {
    return await verifyWebhook(body, headers, secrets(shop), how).then(
      () => 200,
      () => 400,
    );
  };
const takes = verified(({ secret }) => [secret]);

export const RIGHT: Manners = {
  client: {},
  async order(esim, purchase) {
    const options = { idempotencyKey: purchase.client_reference };
    try {
      return await esim.createOrder(await quoted(esim, purchase), options);
    } catch (error) {
      // Our customer takes the new price; whatever else is refused waits for a person.
      if (isApiError(error, "price_changed")) return await esim.createOrder(await quoted(esim, purchase), options);
      if (isApiError(error)) return null;
      throw error;
    }
  },
  async follow(esim, { reference, status }, isTold) {
    for (let now = status as string; !ENDS.includes(now) && !isTold(); ) {
      await sleep(1_500);
      now = (await esim.getOrder({ reference })).status;
    }
  },
  receive: takes,
};

const patient = RIGHT.order;

/** Programs as people write them, each wrong in one way, with the scenario that shows it. */
export const WRONG: Record<string, { shows: string; manners: Partial<Manners> }> = {
  "does not wait for Retry-After": {
    shows: "rate_limited",
    manners: {
      client: {
        fetch: async (url, init) => {
          const answer = await fetch(url, init);
          const headers = new Headers(answer.headers);
          headers.delete("retry-after");
          return new Response(await answer.text(), { status: answer.status, headers });
        },
      },
    },
  },
  "makes a new Idempotency-Key for each try": {
    shows: "server_error",
    manners: {
      client: { retries: 0 },
      async order(esim, purchase) {
        for (let tries = 0; tries < 4; tries++)
          try {
            return await esim.createOrder(await quoted(esim, purchase));
          } catch (error) {
            if (isApiError(error, "authentication_failed")) return null;
            await sleep(2_200);
          }
        return null;
      },
    },
  },
  "gives up after a time-out": {
    shows: "no_answer",
    manners: { client: { retries: 0 }, order: (esim, purchase) => patient(esim, purchase).catch(() => null) },
  },
  "buys anew after a time-out": {
    shows: "lost_answer",
    manners: {
      client: { retries: 0 },
      async order(esim, purchase) {
        const again = { ...purchase, client_reference: ulid() };
        return await patient(esim, purchase).catch((error) =>
          error instanceof ConnectionError ? patient(esim, again).catch(() => null) : null,
        );
      },
    },
  },
  "orders without a cap": {
    shows: "price_moves",
    manners: {
      order: (esim, purchase) =>
        esim.createOrder(purchase, { idempotencyKey: purchase.client_reference }).catch(() => null),
    },
  },
  "repeats what the price refused": {
    shows: "price_moves",
    // It has read the price once: another purchase's quote between the two would be taken for this one's.
    manners: withOnePrice(async (esim, order) => {
      const place = () => esim.createOrder(order, { idempotencyKey: order.client_reference });
      return await place().catch((error) => (isApiError(error, "price_changed") ? place().catch(() => null) : null));
    }),
  },
  "repeats with a refused key": {
    shows: "key_expired",
    manners: {
      async order(esim, purchase) {
        for (let tries = 0; tries < 8; tries++) {
          const order = await patient(esim, purchase);
          if (order) return order;
          await sleep(900);
        }
        return null;
      },
    },
  },
  "reads until an order is delivered": {
    shows: "order_fails",
    manners: {
      async follow(esim, { reference }) {
        for (let reads = 0; reads < 12; reads++) {
          if ((await esim.getOrder({ reference })).status === "delivered") return;
          await sleep(900);
        }
      },
    },
  },
  "believes the first answer": {
    shows: "order_waits",
    manners: {
      follow: async () => {},
      receive: async (_shop, { body }) => (JSON.parse(body).type === "none" ? 200 : 400),
    },
  },
  "reads an open order without a pause": {
    shows: "order_waits",
    manners: {
      async follow(esim, { reference }, isTold) {
        while (!isTold() && !ENDS.includes((await esim.getOrder({ reference })).status)) await sleep(20);
      },
    },
  },
  "verifies nothing": { shows: "unsigned", manners: { receive: async () => 200 } },
  "looks for a signature and does not check it": {
    shows: "altered",
    manners: { receive: async (_shop, { headers }) => (headers["x-svc-signature"] ? 200 : 400) },
  },
  "keeps the old secret": {
    shows: "old_secret",
    manners: { receive: verified(({ secret, oldSecret }) => [secret, oldSecret]) },
  },
  "believes any timestamp": {
    shows: "old_timestamp",
    manners: { receive: verified(({ secret }) => [secret], { toleranceSeconds: 1e9 }) },
  },
  "refuses repeats": {
    shows: "twice",
    manners: {
      async receive(shop, delivery, seen) {
        const { id } = JSON.parse(delivery.body);
        const status = await takes(shop, delivery);
        if (status === 200 && seen.has(id)) return 409;
        if (status === 200) seen.add(id);
        return status;
      },
    },
  },
  "demands events in their order": {
    shows: "reordered",
    manners: {
      async receive(shop, delivery, seen) {
        const { sequence } = JSON.parse(delivery.body);
        const status = await takes(shop, delivery);
        if (status === 200 && [...seen].some((earlier) => Number(earlier) > sequence)) return 409;
        if (status === 200) seen.add(String(sequence));
        return status;
      },
    },
  },
  "works before it answers": {
    shows: "prompt",
    manners: {
      async receive(shop, delivery) {
        const status = await takes(shop, delivery);
        if (status === 200) await sleep(5_300);
        return status;
      },
    },
  },
};

/** A program that buys for customers who come at the same time, and follows each order to its end. */
export function openShop(shop: Shop, manners: Partial<Manners>) {
  const { client, order, follow, receive } = { ...RIGHT, ...manners };
  const esim = createClient({ baseUrl: shop.baseUrl, key: shop.key, timeoutMs: PATIENCE_MS, ...client });
  const told = new Set<string>();
  const seen = new Set<string>();
  return {
    async receive(delivery: Received): Promise<number> {
      const status = await receive(shop, delivery, seen);
      if (status === 200) told.add(JSON.parse(delivery.body).data.order?.reference);
      return status;
    },
    async sell(count: number): Promise<void> {
      const customers = Array.from({ length: count }, async (_, i) => {
        const purchase = { package_id: shop.packageId, quantity: i === 0 ? 2 : 1, client_reference: ulid() };
        const placed = await order(esim, purchase);
        if (placed) await follow(esim, placed, () => told.has(placed.reference));
      });
      await Promise.all(customers);
    },
  };
}
