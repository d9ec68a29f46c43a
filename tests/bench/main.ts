import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { createAccount, enterAccount } from "#server/domain/accounts/index.ts";
import { createKey } from "#server/domain/keys/index.ts";
import { fundWallet } from "#server/domain/ledger/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { verifiedPerSecond } from "./ledger.ts";
import type { Counted, Load } from "./load.ts";
import { byBareStatement, byVerb, rate } from "./orders-core.ts";
import { shopPages } from "./shop-page.ts";
import { webhooks } from "./webhooks.ts";

// Ratios within one run on one machine; absolute numbers say more about the machine than about the code.

const SECONDS = Number(process.argv[2] ?? 4);
const PORT = 3_977;
const MASTER_KEY = "a master key for the bench, long enough to be one";
const say = (line: string) => process.stdout.write(`${line}\n`);

type Row = { figure: string; value: string; floor: string; ratio: number | null; wanted: number | null };
const rows: Row[] = [];

const dataDir = mkdtempSync(join(tmpdir(), "svc-bench-"));
ensureBuild(say);
const postgres = await startPostgres({ dataDir, password: "bench" });
try {
  await migrate(postgres.url);
  overrideEnv({ databaseUrl: postgres.url, masterKey: MASTER_KEY, logLevel: "error" });
  const prepared = await prepare();
  const { one, hundred, packageCode, packageId } = prepared;
  const verified = await verifiedPerSecond();
  add("verify the ledger", `${verified} entries/s`, "100000 entries/s", verified / 100_000, 1);
  // First: a worker would take up the orders that the other rows leave behind.
  await webhooks(SECONDS, dataDir, add);
  await core("one account", [one], packageCode, packageId);
  await core("100 accounts", hundred, packageCode, packageId);
  await http(prepared);
  await room(one, packageCode);
  report();
} finally {
  await database().close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function prepare() {
  const ctx = systemContext({ kind: "command", name: "bench" });
  await seed(ctx);
  await fillCatalogue();
  const accounts = [];
  for (let i = 0; i <= 100; i++) {
    const account = await createAccount(ctx, {
      companyName: `Bench ${i}`,
      email: "bench@example.com",
      currency: "USD",
      plan: "scale",
      rateMinute: 100_000_000,
      rateDay: 100_000_000,
    });
    await fundWallet(ctx, account.code, money(100_000_000));
    const { key } = await createKey(ctx, account.code, { environment: "live", name: "bench", scopes: SCOPES });
    accounts.push({ key, ctx: await enterAccount(ctx, account.code, "live") });
  }
  const [item] = await database().query<{ id: number; packageId: string }>(
    sql`select id, package_id as "packageId" from packages order by id limit 1`,
  );
  const [first, ...others] = accounts;
  const guarded = await createKey(ctx, first!.ctx.account.code, {
    environment: "live",
    name: "guarded",
    scopes: ["orders:create", "orders:read", "catalog:read"],
    requireHmac: true,
    allowedIps: ["192.0.2.0/24", "2001:db8::/32", "127.0.0.0/8", "::1"],
  });
  return {
    one: first!.ctx,
    hundred: others.map((account) => account.ctx),
    guarded: { key: guarded.key, signingSecret: guarded.signingSecret! },
    keyOfOne: first!.key,
    keysOfHundred: others.map((account) => account.key),
    packageCode: item!.packageId,
    packageId: item!.id,
  };
}

/** 3,000 packages, as many as a large supplier offers. */
async function fillCatalogue(): Promise<void> {
  await database().query(sql`
    insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
      duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, content_hash, changed_at)
    select 'bench-' || i, 'esimaccess', 'B' || i, 'Türkiye ' || i || ' GB 30 Days', 'local', 'TR', 'europe', '{TR}', 1024 * (1 + i % 50), false, false, 30, 180,
           '3G/4G/5G', '5G', '[{"country":"TR","name":"Turkcell"},{"country":"TR","name":"Vodafone"}]', 'first_connection', 'local:TR:' || i, true, 4, '', now()
      from generate_series(1, 3000) i`);
}

async function core(name: string, contexts: AccountCtx[], packageCode: string, packageId: number): Promise<void> {
  const bare = await rate(SECONDS, byBareStatement(contexts, packageId));
  // The floor writes no true chain: the verb starts from wallets that the floor has not touched.
  await database().query(sql`
    update wallets w set sequence = l.sequence, head_hash = l.hash from (
      select distinct on (account_id) account_id, sequence, hash from ledger_entries order by account_id, sequence desc) l where l.account_id = w.account_id`);
  const verb = await rate(SECONDS, byVerb(contexts, packageCode));
  add(`accept an order, ${name}, domain verb`, `${verb}/s`, `${bare}/s bare statement`, verb / bare, 0.6);
}

type Prepared = Awaited<ReturnType<typeof prepare>>;
type Guarded = NonNullable<Load["guarded"]>;

async function http({ one, keyOfOne, keysOfHundred, guarded, packageCode }: Prepared): Promise<void> {
  const server = fork("server/main.ts", ["--web"], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      MASTER_KEY,
      PORT: String(PORT),
      DATA_DIR: join(dataDir, "web"),
      SIMULATOR: "off",
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
      SUPPLIER_ESIMACCESS_URL: "http://127.0.0.1:1",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    await ready(server);
    const order = JSON.stringify({ package_id: packageCode, max_unit_price: 5 });
    const reference = await anOrder(keyOfOne, order);
    const read = (path: string): Partial<Load> => ({ method: "GET", path, keys: [keyOfOne] });
    const cases: [string, number, Partial<Load>][] = [
      [
        "POST /orders, live, one account",
        0.3,
        { method: "POST", path: "/api/v1/orders", keys: [keyOfOne], body: order },
      ],
      [
        "POST /orders, live, 100 accounts",
        0.4,
        { method: "POST", path: "/api/v1/orders", keys: keysOfHundred, body: order },
      ],
      ["GET /orders/{reference}", 0.8, read(`/api/v1/orders/${reference}`)],
      ["GET /packages?limit=50", 0.3, read("/api/v1/packages?limit=50")],
    ];
    await shopPages(one, `http://127.0.0.1:${PORT}`, load, add);
    for (const [figure, wanted, what] of cases) {
      await load({ ...what, seconds: 1 });
      const before = await load({ method: "GET", path: "/api/ping", keys: [] });
      const got = await load(what);
      const after = await load({ method: "GET", path: "/api/ping", keys: [] });
      const floor = Math.round((before.perSecond + after.perSecond) / 2);
      const failed = Object.keys(got.statuses).some((status) => status !== "200");
      add(
        figure,
        `${got.perSecond}/s, p50 ${got.p50} ms, p99 ${got.p99} ms${failed ? ` ${JSON.stringify(got.statuses)}` : ""}`,
        `${floor}/s empty Next.js handler`,
        got.perSecond / floor,
        wanted,
      );
    }
    const place: Partial<Load> = { method: "POST", path: "/api/v1/orders", keys: [keyOfOne], body: order };
    await compareGuarded("POST /orders", place, guarded, 1 / 1.3);
    await compareGuarded("GET /orders/{reference}", read(`/api/v1/orders/${reference}`), guarded, 1 / 2);
    await compareGuarded("GET /packages?limit=50", read("/api/v1/packages?limit=50"), guarded, 1 / 2);
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
}

/** The same request with a key that has everything (signature, allowlist, few scopes) and with a plain one, in turn. */
async function compareGuarded(figure: string, what: Partial<Load>, guarded: Guarded, wanted: number): Promise<void> {
  const { p50, guardedP50, statuses } = await load({ ...what, guarded, clients: 1, seconds: 2 * SECONDS });
  const failed = Object.keys(statuses).some((status) => status !== "200");
  add(
    `${figure}, signed, allowlist`,
    `p50 ${guardedP50} ms${failed ? ` ${JSON.stringify(statuses)}` : ""}`,
    `p50 ${p50} ms with a plain key`,
    failed ? 0 : p50 / guardedP50,
    wanted,
  );
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)));
    server.stdout?.on("data", (chunk) => String(chunk).includes("Ready on") && resolve());
  });
}

async function anOrder(key: string, body: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": "bench-first",
  };
  const answer = await fetch(`http://127.0.0.1:${PORT}/api/v1/orders`, { method: "POST", headers, body });
  return ((await answer.json()) as { data: { reference: string } }).data.reference;
}

function load(what: Partial<Load>): Promise<Counted> {
  const child = fork(join(import.meta.dirname, "load.ts"));
  child.send({ origin: `http://127.0.0.1:${PORT}`, clients: 16, seconds: SECONDS, ...what } as Load);
  return new Promise((resolve, reject) => {
    child.once("message", (counted) => resolve(counted as Counted));
    child.once("exit", (code) => code !== 0 && reject(new Error(`The load generator ended with ${code}.`)));
  });
}

/** 50 clients at once against room for 15 orders. */
async function room({ account }: AccountCtx, packageCode: string): Promise<void> {
  const ctx = systemContext({ kind: "command", name: "bench" });
  const { code } = await createAccount(ctx, {
    companyName: "Room for 15",
    email: "bench@example.com",
    currency: account.currency,
  });
  await fundWallet(ctx, code, money(75));
  const own = await enterAccount(ctx, code, "live");
  const order = byVerb([own], packageCode);
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      order(0).then(
        () => "accepted",
        (error) => error.code as string,
      ),
    ),
  );
  const accepted = outcomes.filter((outcome) => outcome === "accepted").length;
  const refused = outcomes.filter((outcome) => outcome === "insufficient_balance").length;
  add("50 clients, room for 15 orders", `${accepted} accepted, ${refused} × 402`, "15 accepted, 35 × 402", null, null);
}

function add(figure: string, value: string, floor: string, ratio: number | null, wanted: number | null): void {
  rows.push({ figure, value, floor, ratio, wanted });
  say(`  ${figure}: ${value}${ratio === null ? "" : ` = ${ratio.toFixed(2)} × ${floor}`}`);
}

function report(): void {
  say("\n| figure | measured | against | ratio | wanted | |\n|---|---|---|---|---|---|");
  for (const { figure, value, floor, ratio, wanted } of rows)
    say(
      `| ${figure} | ${value} | ${floor} | ${ratio?.toFixed(2) ?? ""} | ${wanted === null ? "" : `≥ ${wanted.toFixed(2)}`} | ${ratio === null || wanted === null ? "" : ratio >= wanted ? "ok" : "MISSED"} |`,
    );
}
