import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { startHostedWorker } from "#inngest/hosted.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { leaveKeyring } from "#server/domain/control/secrets/index.ts";
import { database } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { log } from "#server/kernel/log.ts";
import { startMeasuring } from "#server/kernel/metrics.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { sayThatHere } from "#server/kernel/sign-of-life.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { checkpointAtEnd } from "./checkpoint-at-end.ts";
import { followSimulators, openPlatform } from "./platform.ts";
import { shareMetrics } from "./share-metrics.ts";
import { onStopSignal } from "./stop-signal.ts";
import { startTracing, stopTracing } from "./tracing.ts";

/** As a child of the service, or on its own on any machine that reaches the database. */
export async function startWorker(): Promise<void> {
  sayThatHere();
  setEventShapes(eventShapes);
  await openPlatform({ name: "worker", waitMs: MINUTE });
  followSimulators();
  await startTracing("worker");
  startMeasuring("worker");
  shareMetrics();
  const { ended, stop } = env().inngest
    ? startHostedWorker(database())
    : await startEmbeddedWorker(database(), directDatabaseUrl());
  let stopping = false;
  // Without its database a worker ends, and is started again by whoever keeps it: nothing is held in memory.
  ended.catch((error: Error) => {
    if (stopping) return;
    log().error({ error: error.message }, "the worker ends");
    setTimeout(() => process.exit(1), 50);
  });
  onStopSignal(async () => {
    stopping = true;
    await stop();
    // As a child, the service does it when all of its parts have stopped.
    if (!process.send) await checkpointAtEnd();
    await leaveKeyring(database());
    await database().close();
    await stopTracing();
  });
  // The parent is gone: finish what runs, then end, so that the next start finds no second worker.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.send?.({ type: "ready" });
}
