import { join } from "node:path";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { SUPPLIER_CODES, supplierWebhookUrl } from "#server/domain/catalogue/suppliers/index.ts";
import { forgetBackups } from "#server/domain/control/backups/index.ts";
import { leaveKeyring } from "#server/domain/control/secrets/index.ts";
import { drainDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { findRestoredDatabase } from "#server/domain/money/ledger/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { flushViews } from "#server/domain/shop/views/index.ts";
import { type Ctx, systemContext } from "#server/kernel/context.ts";
import { database, patientDatabase } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { startMeasuring } from "#server/kernel/metrics.ts";
import { replica } from "#server/kernel/replica.ts";
import { checkpointAtEnd } from "./checkpoint-at-end.ts";
import { type Child, forkScript, keepChild } from "./child.ts";
import { demoReseller } from "./demo-reseller.ts";
import { type Build, sayProgress } from "./ensure-build.ts";
import { firstImport } from "./first-import.ts";
import type { Kept } from "./follow-sources.ts";
import { type Front, ownFront } from "./front.ts";
import { type HeldPostgres, holdOwnPostgres } from "./hold-own-postgres.ts";
import { requireFreePort } from "./http-server.ts";
import {
  applySimulators,
  childEnvironment,
  openPlatform,
  requireConnections,
  type SimulatorAddresses,
  simulatorsWanted,
} from "./platform.ts";
import { severalWebs } from "./several-webs.ts";
import { collectFrom } from "./share-metrics.ts";
import { StartError } from "./start-error.ts";
import { onStopSignal } from "./stop-signal.ts";
import { startTracing, stopTracing } from "./tracing.ts";
import { MOST_SILENT_BEHIND } from "./watch-child.ts";

type Options = {
  dev: boolean;
  children: boolean;
  say(line: string): void;
  /** Begins to build the pages; null when that is not to be done. */
  startBuild: ((follow: (percent: number) => void) => Build) | null;
};

const SCRIPTS = join(import.meta.dirname, "..");

/** What a start has brought up so far. */
type Running = {
  /** From when on nothing is started any more. */
  leaving: AbortController;
  /** Our own PostgreSQL, once it answers; null with DATABASE_URL. */
  held: Promise<HeldPostgres | null>;
  /** The database is migrated and its keys are open. */
  isOpen: boolean;
  /** The worker, the simulators, and who makes backups. */
  kept: Kept;
  front?: Front;
  build?: Build | null;
};

/**
 * Starts everything in order and stops it in the opposite one, from wherever a fault or a signal finds it. While the pages are
 * being built, the API answers already; `Ready` means everything.
 */
export async function startService(options: Options): Promise<void> {
  await requireFreePort(env().port);
  setEventShapes(eventShapes);
  overrideEnv({ hurried: true });
  const several = !options.dev && env().webProcesses > 1;
  await startTracing(several ? "main" : "web");
  startMeasuring(several ? "main" : "web");
  const leaving = new AbortController();
  const running: Running = { leaving, held: holdOwnPostgres(leaving.signal), isOpen: false, kept: {} };
  const isStopping = onStopSignal(() => stopAll(running, options));
  try {
    await startParts(running, options, isStopping);
  } catch (error) {
    // What a stop breaks off fails, as it should.
    if (isStopping()) return;
    await stopAll(running, options).catch(() => {});
    throw error;
  }
}

async function startParts(running: Running, options: Options, isStopping: () => boolean) {
  const { children, dev, say } = options;
  // At a breakpoint one stands still for as long as somebody looks.
  const mostSilent = dev ? undefined : MOST_SILENT_BEHIND;
  const { kept } = running;
  const held = await running.held;
  const { databaseUrl } = await openPlatform({ name: children ? "service" : "web", say, postgres: held?.postgres });
  if (isStopping()) return;
  running.isOpen = true;
  if (!dev && env().webProcesses > 1) await requireConnections(databaseUrl);
  else replica();
  running.front = await openFront(kept, options);
  const { front } = running;
  running.build = options.startBuild?.(followBuild(front, say)) ?? null;
  const { build } = running;
  const simulated = simulatorsWanted(env());
  if (children && simulated) kept.simulators = await startSimulators(kept, mostSilent);
  const ctx = systemContext({ kind: "job", name: "start" });
  await requireCurrentDatabase(ctx);
  await seed(ctx);
  if (build) await front.listen();
  for (const fault of await firstImport(ctx)) say(fault);
  const lines = held && simulated ? await demoReseller(ctx, env().dataDir) : [];
  const measured = collectFrom(() => kept.worker);
  if (children)
    kept.worker = await keepChild({
      name: "worker",
      mostSilent,
      overlaps: true,
      onMessage: measured.take,
      launch: () => forkScript(join(SCRIPTS, "worker.ts"), childEnvironment()),
    });
  if (children && held && env().backup)
    kept.backups = await keepChild({
      name: "backups",
      mostSilent,
      launch: () => forkScript(join(SCRIPTS, "backup/main.ts"), childEnvironment()),
    });
  else await forgetBackups(ctx);
  if (!build) {
    await front.show();
    await front.listen();
  }
  for (const line of lines) say(line);
  if (build) {
    await build.done;
    if (isStopping()) return;
    await front.show();
  }
  if (!env().shopsUrl)
    say("Shops share the portal's origin: fine for a demo. Set SHOPS_URL to a host name of their own before you sell.");
  say(`Ready on http://localhost:${env().port}`);
}

async function requireCurrentDatabase(ctx: Ctx): Promise<void> {
  const fault = await findRestoredDatabase(ctx);
  if (fault) throw new StartError(fault);
}

async function stopAll(running: Running, { children }: Options): Promise<void> {
  const { build, front, kept } = running;
  build?.stop();
  await front?.drain();
  if (running.isOpen) await leaveDatabase(running, children);
  await stopTracing();
  // One that still starts is not waited for, and a migration that is under way is broken off.
  running.leaving.abort();
  const held = await running.held.catch(() => null);
  await held?.stop();
  // A stopped database has left the last that is to be copied.
  await kept.backups?.stop();
}

async function leaveDatabase({ kept }: Running, children: boolean): Promise<void> {
  await drainDeliveries(database());
  await kept.worker?.stop();
  await kept.simulators?.stop();
  await flushRequestLog(database());
  await flushViews(database());
  if (children) await checkpointAtEnd();
  await leaveKeyring(database());
  if (env().inngest) await patientDatabase().close();
  await replica()?.close();
  await database().close();
}

/** This process, several of its own, or Next's development server, which is not even loaded in production. */
async function openFront(kept: Kept, { dev, say }: Options): Promise<Front> {
  const { port, webProcesses } = env();
  if (dev) {
    // A start asks and tells nothing outside, and says nothing of it.
    process.env.NEXT_TELEMETRY_DISABLED = "1";
    const { createDevServer } = await import("./dev-server.ts");
    return await createDevServer({ port, environment: childEnvironment, kept, say });
  }
  if (webProcesses === 1) return ownFront(port);
  const webs = severalWebs({ count: webProcesses, environment: childEnvironment, onGivenUp: giveUp });
  kept.webs = webs;
  return webs;
}

/** As if it were told to stop, with the reason and an exit code that says so. */
function giveUp(reason: string): void {
  process.stderr.write(`${reason} The service stops.\n`);
  process.exitCode = 1;
  process.kill(process.pid, "SIGTERM");
}

function followBuild(front: Front, say: (line: string) => void): (percent: number) => void {
  const tell = sayProgress(say);
  front.progress(0);
  return (percent) => {
    front.progress(percent);
    tell(percent);
  };
}

async function startSimulators(kept: Kept, mostSilent?: typeof MOST_SILENT_BEHIND): Promise<Child> {
  const own = `http://127.0.0.1:${env().port}`;
  const notify = Object.fromEntries(SUPPLIER_CODES.map((code) => [code, supplierWebhookUrl(code, own)]));
  return await keepChild({
    name: "simulators",
    mostSilent,
    launch: () =>
      forkScript(join(SCRIPTS, "simulator/main.ts"), {
        ...process.env,
        DATA_DIR: env().dataDir,
        SIMULATOR_NOTIFY: JSON.stringify(notify),
      }),
    onMessage: (message) => {
      const { type, addresses } = message as { type: string; addresses: SimulatorAddresses };
      if (type !== "ready") return;
      applySimulators(addresses);
      for (const child of [kept.worker, kept.web, kept.webs]) child?.send({ type: "simulators", addresses });
    },
  });
}
