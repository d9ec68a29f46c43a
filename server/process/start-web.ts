import { eventShapes } from "#server/api/v1/events.ts";
import { leaveKeyring } from "#server/domain/control/secrets/index.ts";
import { drainDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { flushViews } from "#server/domain/shop/views/index.ts";
import { database, patientDatabase } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { startMeasuring } from "#server/kernel/metrics.ts";
import { pagesBuilt } from "#server/kernel/pages-built.ts";
import { replica } from "#server/kernel/replica.ts";
import { sayThatHere } from "#server/kernel/sign-of-life.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { type Front, ownFront } from "./front.ts";
import { followSimulators, openPlatform } from "./platform.ts";
import { shareMetricsOfAll } from "./share-metrics.ts";
import { onStopSignal } from "./stop-signal.ts";
import { startTracing, stopTracing } from "./tracing.ts";

/** What the main process says: how much of the pages is built. */
export type FromMain = { type: "pages"; percent: number };
/** What it is told: the pages are shown, the port is listened to. */
export type ToMain = { type: "shown" | "up" };

const tell = (message: ToMain) => void process.send?.(message);

/**
 * One of several that answer on the port which the main process holds.
 *
 * @param name what this process is called among the service's
 */
export async function startWeb(name: string): Promise<void> {
  const front = ownFront(env().port);
  const told = Promise.withResolvers<void>();
  const built = Promise.withResolvers<void>();
  // Before anything is waited for: what is said until somebody listens is kept, and no longer.
  sayThatHere();
  process.on("message", ({ type, percent }: FromMain) => {
    if (type !== "pages") return;
    if (percent < 100) front.progress(percent);
    else built.resolve();
    told.resolve();
  });
  setEventShapes(eventShapes);
  overrideEnv({ hurried: true, countsInMain: true });
  await startTracing(name);
  startMeasuring(name);
  await openPlatform({ name, waitMs: MINUTE });
  followSimulators();
  replica();
  shareMetricsOfAll();
  // A terminal tells every process of its group, and then the main process tells us: only that one can be told twice.
  onStopSignal(() => end(front), { secondEnds: false });
  await told.promise;
  const shown = built.promise.then(() => front.show());
  if (pagesBuilt().percent === 100) await shown;
  await front.listen();
  tell({ type: "up" });
  await shown;
  tell({ type: "shown" });
}

async function end(front: Front): Promise<void> {
  await front.drain();
  await drainDeliveries(database());
  await flushRequestLog(database());
  await flushViews(database());
  await leaveKeyring(database());
  if (env().inngest) await patientDatabase().close();
  await replica()?.close();
  await database().close();
  await stopTracing();
}
