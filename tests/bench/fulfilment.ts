import { fork } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { applySimulators } from "#server/process/platform.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { byVerb } from "./orders-core.ts";
import type { Add } from "./table.ts";

const SECONDS = 10;
const PER_SECOND = 2;
const AT_ONCE = 100;

type Setting = { dataDir: string; databaseUrl: string; masterKey: string };

/** Live orders on their way through the jobs, a simulated supplier and back: how long a buyer waits. */
export async function fulfilment(account: AccountCtx, setting: Setting, add: Add): Promise<void> {
  // Where the worker looks for it.
  const { dataDir, databaseUrl, masterKey } = setting;
  const home = join(dataDir, "fulfilment");
  mkdirSync(home, { recursive: true });
  const simulators = await startSimulators({ dataDir: home });
  applySimulators(simulators.addresses);
  await syncCatalog(systemContext({ kind: "command", name: "bench" }), "esimaccess");
  const child = fork("server/worker.ts", {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: masterKey,
      DATA_DIR: home,
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
    },
  });
  try {
    await new Promise((resolve) => child.once("message", resolve));
    const { code } = one(
      await database().query<{ code: string }>(
        sql`select package_id as code from packages where supplier_code = 'esimaccess' order by id limit 1`,
      ),
    );
    const order = byVerb([account], code);
    for (let i = 0; i < SECONDS * PER_SECOND; i++) {
      await order(i);
      await sleep(1_000 / PER_SECOND);
    }
    const { p50, p99, count } = await waits(account);
    add(
      `order to eSIM, ${PER_SECOND} orders/s`,
      `p50 ${p50} ms, p99 ${p99} ms, ${count} delivered`,
      "the supplier's own time included",
      null,
      null,
    );
    const started = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => order(i)));
    await waits(account);
    const perSecond = (1_000 * AT_ONCE) / (performance.now() - started);
    add(
      `${AT_ONCE} orders at once`,
      `${perSecond.toFixed(1)} delivered/s`,
      "8 calls/s that the supplier allows",
      null,
      null,
    );
  } finally {
    child.kill("SIGTERM");
    await new Promise((resolve) => child.once("exit", resolve));
    await simulators.close();
    await database().query(sql`truncate outbox_jobs`);
  }
}

/** From acceptance to delivery, once all of them are. */
async function waits({ account }: AccountCtx): Promise<{ p50: number; p99: number; count: number }> {
  for (;;) {
    const row = one(
      await database().query<{ open: number; p50: number; p99: number; count: number }>(sql`
        select count(*) filter (where status <> 'delivered') as open, count(*) as count,
               round(percentile_cont(0.5) within group (order by 1000 * extract(epoch from updated_at - created_at)))::int as p50,
               round(percentile_cont(0.99) within group (order by 1000 * extract(epoch from updated_at - created_at)))::int as p99
          from orders where account_id = ${account.id}`),
    );
    if (row.open === 0) return row;
    await sleep(100);
  }
}
