import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";

type Reply = { success: boolean; data?: Record<string, unknown>; error?: { code: string; message: string } };
type Call = (
  method: "GET" | "POST",
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Record<string, unknown>>;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The six steps with a test key, then the order again with a live key, if there is one. */
export async function playDemo({
  url,
  testKey,
  liveKey,
}: {
  url: string;
  testKey: string;
  liveKey?: string;
}): Promise<void> {
  const test = caller(url, testKey);
  say("── 1. Verify the key");
  await test("POST", "/auth/test", {});
  say("── 2. Read prices");
  const packages = await test("GET", "/packages?country=TR&type=local&unlimited=false&limit=1");
  const [item] = packages.items as { package_id: string }[];
  if (!item) throw new Error("There is no package for TR in the catalogue.");
  say("── 3. Price and funds check");
  const quote = await test("POST", "/quotes", { package_id: item.package_id, quantity: 2 });
  const order = { package_id: item.package_id, quantity: 2, max_unit_price: quote.unit_price };
  const receiver = await receive(test);
  say("── 4. Order with a test key: free, delivered at once");
  const placed = await test("POST", "/orders", order, { "Idempotency-Key": ulid() });
  say("── 5. Receive the profiles");
  if (receiver) await receiver.next("order.delivered");
  await test("GET", `/orders/${placed.reference}`);
  await receiver?.close();
  if (!liveKey) return say("── 6. Go live: the same with a live key (--live-key)");
  say("── 6. Go live: the same order, charged and fulfilled by a supplier");
  await orderLive(caller(url, liveKey), order);
}

async function orderLive(live: Call, order: object): Promise<void> {
  const receiver = await receive(live);
  await live("GET", "/account/balance");
  const placed = await live("POST", "/orders", order, { "Idempotency-Key": ulid() });
  if (receiver) await receiver.next("order.delivered");
  for (let status = placed.status; status === "queued" || status === "processing"; ) {
    await sleep(1_000);
    status = (await live("GET", `/orders/${placed.reference}`)).status;
  }
  await live("GET", "/account/balance");
  await live("GET", "/account/ledger?limit=1");
  await receiver?.close();
}

function caller(url: string, key: string): Call {
  return async (method, path, body, headers = {}) => {
    const shown = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`);
    say(`\n${method} ${path}${shown.join("")}${body ? `\n${JSON.stringify(body, null, 2)}` : ""}`);
    const answer = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }), ...headers },
      body: body && JSON.stringify(body),
    }).catch((error) => {
      throw new Error(
        `The service does not answer at ${url} (${(error as Error).cause ?? error}). Start it with npm start; if it runs with another PORT, set that here too, or give --url.`,
      );
    });
    const reply = (await answer.json()) as Reply;
    say(
      `→ HTTP ${answer.status} ${answer.headers.get("x-request-id")}\n${JSON.stringify(reply.data ?? reply.error, null, 2)}\n`,
    );
    if (!reply.success || !reply.data)
      throw new Error(`${method} ${path} was refused: ${reply.error?.code}: ${reply.error?.message}`);
    return reply.data;
  };
}

/** A local receiver, when the service allows one (WEBHOOK_ALLOWED_ORIGINS); otherwise the order is polled. */
async function receive(call: Call) {
  const origin = env()
    .webhookAllowedOrigins.map((text) => new URL(text))
    .find(({ hostname }) => ["127.0.0.1", "localhost"].includes(hostname));
  if (!origin) {
    say("(No webhook: WEBHOOK_ALLOWED_ORIGINS names no local origin, so the order is read instead.)\n");
    return null;
  }
  const events: { type: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    response.end();
    const event = JSON.parse(text) as { type: string };
    say(
      `← webhook ${request.headers["x-svc-event"]} ${request.headers["x-svc-signature"]}\n${JSON.stringify(event, null, 2)}\n`,
    );
    events.push(event);
  });
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(Number(origin.port), origin.hostname, resolve),
  );
  await call("POST", "/webhooks", { url: `${origin.origin}/demo`, events: ["*"] });
  return {
    async next(type: string) {
      for (let waited = 0; waited < 60_000; waited += 100) {
        if (events.some((event) => event.type === type)) return;
        await sleep(100);
      }
      throw new Error(`The event ${type} did not arrive within a minute.`);
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
