import { seed } from "#prisma/seed.ts";
import { operations } from "#server/api/v1/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { BASE_PATH, createDispatcher } from "#server/http/dispatch.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { FULL, fillAccount, type Volume } from "./volume/fill.ts";

/** Beyond the largest volume only orders grow, with their eSIMs and what the ledger says of them: so a million are there in minutes. */
export function scaled(share: number): Volume {
  const rest = Math.min(share, 1);
  const of = (name: "entries" | "requests" | "deliveries" | "audit") => Math.round(FULL[name] * rest);
  const orders = Math.round(FULL.orders * share);
  return {
    orders,
    entries: Math.max(of("entries"), Math.round(orders * 1.25)),
    requests: of("requests"),
    deliveries: of("deliveries"),
    audit: of("audit"),
  };
}

/** Fills a new account, whose `requests` can be asked for by `ask`: without HTTP, in milliseconds. */
export async function prepare(
  volume: Volume,
  say: (line: string) => void,
  beforeKeys = async (_accountId: number) => {},
) {
  const ctx = systemContext({ kind: "command", name: "bench" });
  await seed(ctx);
  const { code } = await createAccount(ctx, {
    companyName: "Growth Travel",
    email: "growth@example.com",
    currency: "USD",
    plan: "scale",
    rateMinute: 100_000_000,
    rateDay: 100_000_000,
  });
  await fundWallet(ctx, code, money(1_000_000_000));
  const account = await enterAccount(ctx, code, "live");
  say(`${volume.orders} orders, ${volume.entries} ledger entries, ${volume.requests} requests`);
  await beforeKeys(account.account.id);
  await fillAccount(account, volume, say);
  const { key } = await createKey(ctx, code, { environment: "live", name: "bench", scopes: SCOPES });
  const { orderId, iccid, webhookId } = one(
    await database().query<{ orderId: number; iccid: string; webhookId: number }>(sql`
      select o.id as order_id, e.iccid, (select min(id) from webhook_endpoints) as webhook_id
        from orders o join esims e on e.order_id = o.id where o.status = 'delivered' order by o.id offset ${volume.orders / 5}::int limit 1`),
  );
  const dispatch = createDispatcher(Object.values(operations));
  return {
    requests: requestsFor(`B2B-${orderId}`, iccid, webhookId),
    ask: (request: Asked) => timed(dispatch, key, request),
  };
}

async function timed(dispatch: ReturnType<typeof createDispatcher>, key: string, asked: Asked): Promise<number> {
  const { name, method, path, body } = asked;
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  if (method === "POST") headers["idempotency-key"] = crypto.randomUUID();
  const bytes = Buffer.from(body ? JSON.stringify(body) : "");
  const start = performance.now();
  const { status, body: text } = await dispatch({
    method,
    target: BASE_PATH + path,
    header: (header) => (headers[header] ? [headers[header]] : []),
    headers: () => Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, [value]])),
    ip: "203.0.113.9",
    readBody: async () => bytes,
  });
  const took = performance.now() - start;
  if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
  return took;
}

type Asked = { name: string; method: "GET" | "POST"; path: string; body?: object };

function requestsFor(reference: string, iccid: string, webhookId: number): Asked[] {
  const read = (name: string, path = name): Asked => ({ name: `GET ${name}`, method: "GET", path });
  const order = { package_id: "volume-7", quantity: 1 };
  return [
    read("/packages?limit=50"),
    read("/packages/{id}", "/packages/volume-7"),
    read("/countries"),
    read("/orders?limit=50"),
    read("/orders?status=partially_delivered"),
    read("/orders/{reference}", `/orders/${reference}`),
    read("/esims?limit=50"),
    read("/esims/{iccid}", `/esims/${iccid}`),
    read("/esims/{iccid}/usage", `/esims/${iccid}/usage`),
    read("/esims/{iccid}/events", `/esims/${iccid}/events`),
    read("/esims/{iccid}/installation", `/esims/${iccid}/installation`),
    read("/account/balance"),
    read("/account/ledger?limit=50"),
    read("/usage"),
    read("/webhooks"),
    read("/webhooks/{id}/deliveries", `/webhooks/${webhookId}/deliveries`),
    { name: "POST /quotes", method: "POST", path: "/quotes", body: order },
    { name: "POST /orders", method: "POST", path: "/orders", body: order },
  ];
}
