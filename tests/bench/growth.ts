import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { operations } from "#server/api/v1/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { BASE_PATH, createDispatcher } from "#server/http/dispatch.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { FULL, fillAccount, type Volume } from "./volume/fill.ts";

// What a request costs in an account of a thousand, ten thousand and a hundred thousand orders. `npm run bench:growth`; with a
// million: `npm run bench:growth -- 0.01 0.1 1 10`

const MOST_GROWTH = 1.5;
/** Of the largest volume; others can be given as arguments. */
const SHARES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.01, 0.1, 1];
const RUNS = 120;
const say = (line: string) => process.stdout.write(`${line}\n`);

const columns: Map<string, number>[] = [];
if (process.send) process.send([...(await measureAt(SHARES[0]!))]);
else {
  for (const share of SHARES) columns.push(await measureApart(share));
  report();
}

/** In a process of its own, as it holds one database and what it read from it. */
async function measureApart(share: number): Promise<Map<string, number>> {
  const child = fork(import.meta.filename, [String(share)]);
  return new Map(
    await new Promise<[string, number][]>((resolve, reject) => {
      child.once("message", (medians) => resolve(medians as [string, number][]));
      child.once("exit", (code) => reject(new Error(`The measuring process ended with ${code}.`)));
    }),
  );
}

/** Milliseconds, the median of each operation. */
async function measureAt(share: number): Promise<Map<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-growth-"));
  const postgres = await startPostgres({ dataDir, password: "growth" });
  try {
    await migrate(postgres.url);
    overrideEnv({
      databaseUrl: postgres.url,
      masterKey: "a master key for the bench, long enough to be one",
      logLevel: "silent",
      mode: "production",
    });
    setEventShapes(eventShapes);
    const { key, requests } = await prepare(scaled(share));
    const dispatch = createDispatcher(Object.values(operations));
    const medians = new Map<string, number>();
    for (const { name, method, path, body } of requests) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        const headers: Record<string, string> = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        if (method === "POST") headers["idempotency-key"] = crypto.randomUUID();
        const bytes = Buffer.from(body ? JSON.stringify(body) : "");
        const start = performance.now();
        const { status, body: text } = await dispatch({
          method,
          target: BASE_PATH + path,
          header: (header) => (headers[header] ? [headers[header]] : []),
          headers: () => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
          ip: "203.0.113.9",
          readBody: async () => bytes,
        });
        times.push(performance.now() - start);
        if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
      }
      // The first ones prepare their statements.
      medians.set(name, times.slice(20).sort((a, b) => a - b)[(RUNS - 20) / 2]!);
    }
    return medians;
  } finally {
    await database().close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Beyond the largest volume only orders grow, with their eSIMs and what the ledger says of them: so a million are there in minutes. */
function scaled(share: number): Volume {
  const rest = Math.min(share, 1);
  const of = (name: keyof Volume) => Math.round(FULL[name] * rest);
  const orders = Math.round(FULL.orders * share);
  return {
    orders,
    entries: Math.max(of("entries"), Math.round(orders * 1.25)),
    requests: of("requests"),
    deliveries: of("deliveries"),
    audit: of("audit"),
  };
}

async function prepare(volume: Volume) {
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
  await fillAccount(account, volume, say);
  const { key } = await createKey(ctx, code, { environment: "live", name: "bench", scopes: SCOPES });
  const { orderId, iccid, webhookId } = one(
    await database().query<{ orderId: number; iccid: string; webhookId: number }>(sql`
      select o.id as order_id, e.iccid, (select min(id) from webhook_endpoints) as webhook_id
        from orders o join esims e on e.order_id = o.id where o.status = 'delivered' order by o.id offset ${volume.orders / 5}::int limit 1`),
  );
  return { key, requests: requestsFor(`B2B-${orderId}`, iccid, webhookId) };
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

function report(): void {
  const orders = SHARES.map((share) => FULL.orders * share);
  say(`\n| operation, p50 in ms | ${orders.map((count) => `${count} orders`).join(" | ")} | growth | |`);
  say(`|---|${orders.map(() => "---|").join("")}---|---|`);
  for (const name of columns[0]!.keys()) {
    const times = columns.map((column) => column.get(name)!);
    const growth = times.at(-1)! / times[0]!;
    if (growth > MOST_GROWTH) process.exitCode = 1;
    say(
      `| ${name} | ${times.map((time) => time.toFixed(2)).join(" | ")} | ${growth.toFixed(2)} × | ${growth > MOST_GROWTH ? "MISSED" : "ok"} |`,
    );
  }
}
