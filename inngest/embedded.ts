import { EventEmitter } from "node:events";
import {
  Logger,
  parseCronItems,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type TaskList,
  type WorkerPool,
} from "graphile-worker";
import type pg from "pg";
import { SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { drainDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { connectionOptions, type Database } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { beginAtZero } from "#server/kernel/metrics.ts";
import { SECOND } from "#server/kernel/time.ts";
import { EnginePool } from "./engine-pool.ts";
import { jobs, schedules } from "./functions/index.ts";
import { handOver, taskName } from "./hand-over.ts";
import { directly, type Job, logged, PLACES, type Traced, type Worker } from "./job.ts";
import { keepReporting } from "./keep-reporting.ts";
import { moveWithin, runRelay } from "./relay.ts";
import { forgetFuture, watchClock } from "./watch-clock.ts";

/** Running jobs that call no supplier in particular; most of the time they wait for somebody's answer. */
const CONCURRENCY = 12;

/** The built-in engine (graphile-worker): the same functions that Inngest would run, on our own PostgreSQL. */
export async function startEmbeddedWorker(db: Database, url: string): Promise<Worker> {
  const pgPool = new EnginePool({ ...connectionOptions(url), max: 12 });
  const listening = new Set<pg.PoolClient>();
  // What a broken connection was taking for this engine stays its own, and it does not know: only its end frees it. A
  // listener takes nothing, and waits so long that others end its connection.
  const broken = new Promise<never>((_resolve, reject) => {
    pgPool
      .on("error", () => {})
      .on("connect", (client) => {
        client.on("error", (error) => listening.has(client) || reject(error));
      });
  });
  broken.catch(() => {});
  const events = new EventEmitter();
  events.on("pool:listen:success", ({ client }: { client: pg.PoolClient }) => listening.add(client));
  const options = {
    pgPool,
    events,
    logger: new Logger(() => (level, message) => level === "error" && log().error({ engine: message })),
  };
  await runMigrations(options);
  await forgetFuture(db);
  const pools: Pool[] = [];
  // A pool of its own for each supplier: a backlog there holds up nothing else.
  for (const code of SUPPLIER_CODES)
    pools.push(
      await startPool(options, PLACES, {
        taskList: jobTasks(
          jobs.filter(({ calls }) => calls),
          code,
        ),
      }),
    );
  const rest = await startPool(options, CONCURRENCY, {
    taskList: { ...jobTasks(jobs), ...scheduleTasks() },
    parsedCronItems: parseCronItems(
      schedules.map(({ name, cron, madeUpWithin }) => ({
        task: name,
        match: cron,
        options: { maxAttempts: 1, backfillPeriod: madeUpWithin },
      })),
    ),
  });
  pools.push(rest);
  const ids = pools.map(({ id }) => id);
  const stopping = new AbortController();
  const clock = watchClock();
  const reports = await keepReporting(url, ids);
  const relay = runRelay(db, moveWithin(handOver), stopping.signal);
  // A pool that could not record the end of a job stops by itself, and calls that a success.
  const unasked = async (end: Promise<void>) => {
    await end;
    if (!stopping.signal.aborted) throw new Error("a part of the engine has stopped by itself");
  };
  return {
    ended: Promise.race([
      ...pools.map(({ runner }) => unasked(runner.promise)),
      unasked(relay),
      broken,
      reports.lost,
      clock.jumped,
    ]).catch((error: Error) => {
      throw new Error(`The job engine cannot go on: ${error.message}`, { cause: error });
    }),
    async stop() {
      stopping.abort();
      clock.stop();
      await relay.catch(() => {});
      // One that has stopped by itself says so.
      await Promise.allSettled(pools.map(({ runner }) => runner.stop()));
      await reports.stop();
      // Where the connection broke: deliveries are taken up again, and the row goes stale, by themselves.
      const leave = (error: Error) => log().warn({ error: error.message }, "the worker could not end in order");
      await drainDeliveries(db).catch(leave);
      await db.prisma.workerPool.deleteMany({ where: { id: { in: ids } } }).catch(leave);
      await pgPool.end();
    },
  };
}

type Pool = { runner: Runner; id: string };

/** A pool takes the tasks that it knows, and leaves all others to others. */
async function startPool(
  options: RunnerOptions & { events: EventEmitter },
  concurrency: number,
  tasks: Pick<RunnerOptions, "taskList" | "parsedCronItems">,
): Promise<Pool> {
  const created = new Promise<string>((resolve) =>
    options.events.once("pool:create", ({ workerPool }: { workerPool: WorkerPool }) => resolve(workerPool.id)),
  );
  const runner = await run({
    ...options,
    ...tasks,
    concurrency,
    noHandleSignals: true,
    pollInterval: SECOND,
    preset: { worker: { localQueue: { size: concurrency * 2 }, completeJobBatchDelay: 20, failJobBatchDelay: 20 } },
  });
  return { runner, id: await created };
}

const jobTasks = (some: Job[], supplier?: string): TaskList =>
  Object.fromEntries(
    some.map(({ name, run: work }) => [
      taskName(name, supplier),
      (payload) =>
        logged({ job: name, ...(payload as Traced) }, () =>
          work(systemContext({ kind: "job", name }), payload as never, directly),
        ),
    ]),
  );

const scheduleTasks = (): TaskList =>
  Object.fromEntries(
    schedules.map(({ name, run: work }) => {
      // One that fails once a night is told of the first time.
      beginAtZero("job_duration", { job: name, outcome: "failed" });
      return [name, () => logged({ job: name }, () => work(systemContext({ kind: "job", name }), directly))];
    }),
  );
