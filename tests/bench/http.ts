import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { AccountCtx } from "#server/kernel/context.ts";
import { anonymousFlood } from "./anonymous-flood.ts";
import type { Counted, Load } from "./load.ts";
import { shopPages } from "./shop-page.ts";
import { signIn } from "./sign-in.ts";
import { add } from "./table.ts";

const PORT = 3_977;

export type Prepared = {
  one: AccountCtx;
  keyOfOne: string;
  keysOfHundred: string[];
  guarded: Guarded;
  packageCode: string;
  /** On the team of `one`. */
  person: { email: string; password: string };
};
type Guarded = NonNullable<Load["guarded"]>;

type Setting = { dataDir: string; databaseUrl: string; masterKey: string; seconds: number };

/** A web process under load from another process, against an empty route handler of the same build. */
export async function http(prepared: Prepared, setting: Setting): Promise<void> {
  const { one, keyOfOne, keysOfHundred, guarded, packageCode, person } = prepared;
  const { dataDir, databaseUrl, masterKey, seconds } = setting;
  const load = (what: Partial<Load>) => run({ seconds, ...what });
  const server = fork("server/main.ts", ["--web"], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: masterKey,
      PORT: String(PORT),
      DATA_DIR: join(dataDir, "web"),
      SIMULATOR: "off",
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
      // The generators say where each request comes from: limits of one address would be all that is measured.
      TRUSTED_PROXIES: "127.0.0.0/8,::1",
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
        0.6,
        { method: "POST", path: "/api/v1/orders", keys: [keyOfOne], body: order },
      ],
      [
        "POST /orders, live, 100 accounts",
        0.8,
        { method: "POST", path: "/api/v1/orders", keys: keysOfHundred, body: order },
      ],
      ["GET /orders/{reference}", 1.5, read(`/api/v1/orders/${reference}`)],
      ["GET /packages?limit=50", 1, read("/api/v1/packages?limit=50")],
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
    await operations(read, reference, load);
    await anonymousFlood(read(`/api/v1/orders/${reference}`), load);
    await portalPages(person, load);
    const compareGuarded = (figure: string, what: Partial<Load>, wanted: number) =>
      compare(figure, { ...what, guarded, clients: 1, seconds: 2 * seconds }, wanted);
    await compareGuarded("POST /orders", place, 1 / 1.3);
    await compareGuarded("GET /orders/{reference}", read(`/api/v1/orders/${reference}`), 1 / 2);
    await compareGuarded("GET /packages?limit=50", read("/api/v1/packages?limit=50"), 1 / 2);
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
}

/** The same request with a key that has everything (signature, allowlist, few scopes) and with a plain one, in turn. */
async function compare(figure: string, what: Partial<Load>, wanted: number): Promise<void> {
  const { p50, guardedP50, statuses } = await run(what);
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

function run(what: Partial<Load>): Promise<Counted> {
  const child = fork(join(import.meta.dirname, "load.ts"));
  child.send({ origin: `http://127.0.0.1:${PORT}`, clients: 16, ...what } as Load);
  return new Promise((resolve, reject) => {
    child.once("message", (counted) => resolve(counted as Counted));
    child.once("exit", (code) => code !== 0 && reject(new Error(`The load generator ended with ${code}.`)));
  });
}

/** Rendered anew for each request, with the session and the lists read for it. */
async function portalPages(person: Prepared["person"], load: (what: Partial<Load>) => Promise<Counted>): Promise<void> {
  const cookie = await signIn(`http://localhost:${PORT}`, person, "/test");
  for (const path of ["/live", "/live/orders", "/live/esims", "/live/balance"]) {
    const page: Partial<Load> = { method: "GET", path, keys: [], headers: { cookie }, clients: 1 };
    const { perSecond, p50, p99, statuses } = await load(page);
    const failed = Object.keys(statuses).some((status) => status !== "200");
    add(
      `portal page ${path}`,
      `p50 ${p50} ms, p99 ${p99} ms${failed ? ` ${JSON.stringify(statuses)}` : ""}`,
      `${perSecond}/s, one after another`,
      null,
      null,
    );
  }
}

type Read = (path: string) => Partial<Load>;

/** What else a reseller's program asks for, one after another. */
async function operations(
  read: Read,
  reference: string,
  load: (what: Partial<Load>) => Promise<Counted>,
): Promise<void> {
  const paths = [
    "/orders?limit=50",
    "/packages/bench-7",
    "/countries",
    "/esims?limit=50",
    "/account",
    "/account/balance",
  ];
  paths.push("/account/ledger?limit=50", "/usage", "/webhooks", "/brand", "/meta/capabilities", `/orders/${reference}`);
  for (const path of paths) {
    const { perSecond, p50, p99, statuses } = await load({ ...read(`/api/v1${path}`), seconds: 1 });
    const failed = Object.keys(statuses).some((status) => status !== "200");
    add(
      `GET ${path.replace(reference, "{reference}")}`,
      `${perSecond}/s, p50 ${p50} ms, p99 ${p99} ms${failed ? ` ${JSON.stringify(statuses)}` : ""}`,
      "",
      null,
      null,
    );
  }
}
