import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { createCell } from "#server/domain/control/cells/index.ts";
import { createAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import type { Counted, Load } from "../bench/load.ts";
import { prepare, system } from "../bench/prepare.ts";
import { spreadOf } from "../bench/rounds.ts";
import { say } from "../bench/table.ts";
import { startWeb } from "../bench/web-process.ts";
import { onDatabase } from "../support/service-database.ts";
import { until } from "../support/until.ts";

/**
 * `npm run faults:cell`: two cells on two PostgreSQL clusters. Home's accounts order and read while programs ask home for accounts of
 * the other cell, which lives, stands still (SIGSTOP) or is dead (SIGKILL of its process and its PostgreSQL), in turn. Exit code 1 when
 * a request of home's accounts fails, or their p99 is worse beside a cell that is dead than beside one that lives.
 */
const SECONDS = Number(process.env.SECONDS ?? 10);
const ROUNDS = 6;
/** Asks for the other cell's accounts; the same number whatever becomes of them. */
const PER_SECOND = 50;
/** Of one p99 to another on a machine that does nothing else. */
const NOISE = 1.25;
const SECRET = "a secret of all cells for fault runs, long enough";
const PORTS = { home: 3_971, east: 3_972 };

const folder = mkdtempSync(join(tmpdir(), "svc-cell-death-"));
const masterKey = "a master key for fault runs, long enough to be one";
await ensureBuild(say);

type Name = keyof typeof PORTS;
const STATES = ["living", "stopped", "dead"] as const;
type State = (typeof STATES)[number];

async function startCluster(name: Name) {
  const postgres = await startPostgres({
    dataDir: join(folder, name),
    password: "fault",
    settings: ["wal_level=logical"],
  });
  await migrate(postgres.url);
  return postgres;
}

function settle(name: Name, databaseUrl: string): void {
  overrideEnv({ databaseUrl, masterKey, logLevel: "error", cell: { name, secret: SECRET } });
  setEventShapes(eventShapes);
}

const startCellWeb = (name: Name, postgres: { url: string }) =>
  startWeb(
    { dataDir: folder, databaseUrl: postgres.url, masterKey, postgresPid: 0 },
    { port: PORTS[name], seconds: SECONDS, env: { CELL: name, CELLS_SECRET: SECRET } },
  );

const home = await startCluster("home");
settle("home", home.url);
await seed(system());
const prepared = await prepare();
const homeWeb = await startCellWeb("home", home);
let east = await startCluster("east");
await createCell(
  system(),
  {
    name: "east",
    database: east.url,
    address: `http://127.0.0.1:${PORTS.east}`,
    homeAddress: homeWeb.origin,
    homeDatabase: home.url,
  },
  { migrate, say },
);
await database().close();
settle("east", east.url);
const keyOfEast = await onDatabase({ databaseUrl: east.url, masterKey, publicUrl: homeWeb.origin }, async (ctx) => {
  const account = {
    companyName: "Elsewhere",
    email: "elsewhere@bench.example",
    currency: "USD",
    plan: "scale",
  } as const;
  const { code } = await createAccount(ctx, account);
  return (await createKey(ctx, code, { environment: "live", name: "bench", scopes: SCOPES })).key;
});
let eastWeb = await startCellWeb("east", east);

async function become(state: State): Promise<void> {
  const pids = [eastWeb.child.pid!, east.pid()!];
  if (state === "stopped") for (const pid of pids) process.kill(pid, "SIGSTOP");
  if (state === "dead") {
    for (const pid of pids) process.kill(pid, "SIGKILL");
    await until(() => eastWeb.child.signalCode !== null);
  }
  // Home finds out by itself, and what was started is at rest; what counts is how it goes on.
  await sleep(3_000);
}

async function revive(state: State): Promise<void> {
  if (state === "stopped") for (const pid of [east.pid()!, eastWeb.child.pid!]) process.kill(pid, "SIGCONT");
  if (state === "dead") {
    east = await startPostgres({ dataDir: join(folder, "east"), password: "fault", settings: ["wal_level=logical"] });
    eastWeb = await startCellWeb("east", east);
  }
  await until(async () => (await askElsewhere()) === 200);
}

const pool = new Pool(homeWeb.origin, { connections: 200, headersTimeout: 0, bodyTimeout: 0 });

async function askElsewhere(): Promise<number> {
  const headers = { authorization: `Bearer ${keyOfEast}`, "x-forwarded-for": "198.51.100.7" };
  const answer = await pool.request({ method: "GET", path: "/api/v1/account", headers });
  await answer.body.dump();
  return answer.statusCode;
}

/** Asks home for the other cell's account until `signal` says that it is enough; the statuses that came. */
async function keepAsking(signal: AbortSignal): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const asked: Promise<void>[] = [];
  for (let next = performance.now(); !signal.aborted; next += 1_000 / PER_SECOND) {
    await sleep(Math.max(0, next - performance.now()));
    asked.push(
      askElsewhere().then(
        (status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
        () => void statuses.set(0, (statuses.get(0) ?? 0) + 1),
      ),
    );
  }
  await Promise.all(asked);
  return statuses;
}

const order = JSON.stringify({ package_id: prepared.packageCode, max_unit_price: 5 });
const LOADS: Record<string, Partial<Load>> = {
  "POST /orders": { method: "POST", path: "/api/v1/orders", keys: prepared.keysOfHundred, body: order, clients: 4 },
  "GET /orders?limit=50": { method: "GET", path: "/api/v1/orders?limit=50", keys: [prepared.keyOfOne], clients: 4 },
};

const measured = new Map<string, Counted[]>();
let failed = 0;

try {
  for (let round = 0; round < ROUNDS; round++)
    for (const [i] of STATES.entries()) {
      const state = STATES[(round + i) % STATES.length]!;
      await become(state);
      const enough = new AbortController();
      const asking = keepAsking(enough.signal);
      for (const [name, load] of Object.entries(LOADS)) {
        const counted = await homeWeb.load(load);
        measured.set(`${name} ${state}`, [...(measured.get(`${name} ${state}`) ?? []), counted]);
        failed += counted.requests - (counted.statuses["200"] ?? 0);
      }
      enough.abort();
      const statuses = [...(await asking)].map(([status, n]) => `${n} × ${status}`).join(", ");
      const own = Object.keys(LOADS).map((name) => `${name} p99 ${measured.get(`${name} ${state}`)!.at(-1)!.p99} ms`);
      say(`round ${round + 1}, the other cell ${state}: ${own.join(", ")}; its accounts were answered ${statuses}`);
      await revive(state);
    }

  say("\n| of home's accounts, beside a cell that is | living | stopped | dead |\n|---|---|---|---|");
  let slower = 0;
  for (const name of Object.keys(LOADS)) {
    const of = (state: State, what: "p50" | "p99") =>
      spreadOf(measured.get(`${name} ${state}`)!.map((counted) => counted[what])).median;
    for (const what of ["p50", "p99"] as const)
      say(`| ${name}, ${what} in ms | ${STATES.map((state) => of(state, what)).join(" | ")} |`);
    if (of("dead", "p99") > NOISE * of("living", "p99")) slower++;
    if (of("stopped", "p99") > NOISE * of("living", "p99")) slower++;
  }
  say(
    `${failed} requests of home's accounts failed; ${slower === 0 ? "none was slower beside a dead cell" : "SLOWER"}.`,
  );
  if (failed > 0 || slower > 0) process.exitCode = 1;
} finally {
  await pool.destroy();
  // Whatever state the last round left them in.
  for (const pid of [eastWeb.child.pid, homeWeb.child.pid, east.pid(), home.pid()])
    if (pid) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
