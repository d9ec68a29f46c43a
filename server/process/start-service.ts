import { join } from "node:path";
import type pg from "pg";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { makeCheckpoint } from "#server/domain/ledger/index.ts";
import { flushRequestLog } from "#server/domain/request-log/index.ts";
import { leaveKeyring } from "#server/domain/secrets/index.ts";
import { SUPPLIER_CODES, supplierNoticeUrl } from "#server/domain/suppliers/index.ts";
import { drainDeliveries } from "#server/domain/webhooks/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, patientDatabase } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { log } from "#server/kernel/log.ts";
import { type Child, keepChild } from "./child.ts";
import { demoReseller } from "./demo-reseller.ts";
import { firstImport } from "./first-import.ts";
import { createHttpServer, requireFreePort } from "./http-server.ts";
import {
  applySimulators,
  childEnvironment,
  lockDataDir,
  openPlatform,
  type SimulatorAddresses,
  simulatorsWanted,
  startOwnPostgres,
} from "./platform.ts";

type Options = { dev: boolean; children: boolean; say(line: string): void };

const SCRIPTS = join(import.meta.dirname, "..");

/** Starts everything in order and stops it in the opposite one. */
export async function startService({ dev, children, say }: Options): Promise<void> {
  await requireFreePort(env().port);
  setEventShapes(eventShapes);
  overrideEnv({ hurried: true });
  const platform = await openPlatform({ name: children ? "service" : "web" });
  const lock = platform.postgres ? await lockDataDir(platform.databaseUrl) : null;
  const simulated = simulatorsWanted(env());
  const kept: Child[] = [];
  let worker: Child | undefined;
  if (children && simulatorsWanted(env()))
    kept.push(await startSimulators((addresses) => worker?.send({ type: "simulators", addresses })));
  const ctx = systemContext({ kind: "job", name: "start" });
  await seed(ctx);
  for (const fault of await firstImport(ctx)) say(fault);
  const lines = platform.postgres && simulated ? await demoReseller(ctx, env().dataDir) : [];
  if (children) {
    worker = await keepChild({ name: "worker", script: join(SCRIPTS, "worker.ts"), environment: childEnvironment });
    kept.push(worker);
  }
  const http = await createHttpServer({ port: env().port, dev });
  const watch = platform.postgres ? watchPostgres(lock) : null;
  await http.listen();
  for (const line of lines) say(line);
  if (!env().shopsUrl)
    say("Shops share the portal's origin: fine for a demo. Set SHOPS_URL to a host name of their own before you sell.");
  say(`Ready on http://localhost:${env().port}`);

  onStopSignal(async () => {
    await http.drain();
    await drainDeliveries(database());
    await Promise.all(kept.reverse().map((child) => child.stop()));
    await flushRequestLog(database());
    if (children) await checkpointAtEnd();
    watch?.stop();
    await leaveKeyring(database());
    if (env().inngest) await patientDatabase().close();
    await database().close();
    await watch?.lock?.end().catch(() => {});
    await platform.postgres?.stop();
  });
}

/** What was posted since the last hour is signed too; a stop is never held up by a fault in it. */
export async function checkpointAtEnd(): Promise<void> {
  await makeCheckpoint(systemContext({ kind: "job", name: "stop" })).catch((error: Error) =>
    log().error({ error: error.message }, "no checkpoint of the ledger was made"),
  );
}

async function startSimulators(onMove: (addresses: SimulatorAddresses) => void): Promise<Child> {
  const own = `http://127.0.0.1:${env().port}`;
  const notify = Object.fromEntries(SUPPLIER_CODES.map((code) => [code, supplierNoticeUrl(code, own)]));
  return await keepChild({
    name: "simulators",
    script: join(SCRIPTS, "simulator/main.ts"),
    environment: () => ({ ...process.env, DATA_DIR: env().dataDir, SIMULATOR_NOTIFY: JSON.stringify(notify) }),
    onMessage: (message) => {
      const { type, addresses } = message as { type: string; addresses: SimulatorAddresses };
      if (type !== "ready") return;
      applySimulators(addresses);
      onMove(addresses);
    },
  });
}

/** Starts our own PostgreSQL again when it dies, and takes the data directory's lock back. */
function watchPostgres(held: pg.Client | null): { lock: pg.Client | null; stop(): void } {
  const watch = { lock: held, stop: () => clearInterval(timer) };
  let lost = false;
  const follow = (lock: pg.Client) =>
    lock.once("end", () => {
      lost = true;
    });
  if (held) follow(held);
  let restoring = false;
  const timer = setInterval(async () => {
    if (!lost || restoring) return;
    restoring = true;
    try {
      log().error("PostgreSQL is gone: it is started again");
      watch.lock = await lockDataDir((await startOwnPostgres()).url);
      follow(watch.lock);
      lost = false;
    } catch (error) {
      log().error({ error: (error as Error).message }, "PostgreSQL could not be started again");
    }
    restoring = false;
  }, 500);
  return watch;
}

/**
 * A terminal and a process manager tell the whole group, and npm tells us once more: signals that come together are one.
 */
const SAME_SIGNAL_MS = 1_500;

/** SIGTERM and Ctrl-C drain; a second signal ends at once. */
export function onStopSignal(stop: () => Promise<void>): void {
  let since: number | null = null;
  const handle = () => {
    if (since !== null) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).stack}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", handle);
  process.on("SIGINT", handle);
}
