import { runMigrations } from "graphile-worker";
import pg from "pg";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { handOver } from "#inngest/hand-over.ts";
import { connectionOptions, database, openDatabase, sql } from "#server/kernel/db.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { until } from "#tests/support/until.ts";

beforeAll(async () => {
  const pgPool = new pg.Pool(connectionOptions(directDatabaseUrl()));
  await runMigrations({ pgPool });
  await pgPool.end();
});
afterEach(() => vi.useRealTimers());

/** With a worker that runs; what ended it, if anything did. */
async function withWorker(work: (said: () => string | undefined) => Promise<void>): Promise<void> {
  const db = openDatabase(directDatabaseUrl(), 10);
  const worker = await startEmbeddedWorker(db, directDatabaseUrl());
  let end: string | undefined;
  worker.ended.catch((error: Error) => (end = error.message));
  try {
    await work(() => end);
  } finally {
    vi.useRealTimers();
    await worker.stop();
    await db.close();
  }
}

test.each([
  [-HOUR, "back by 60 minutes"],
  [21 * DAY, "ahead by 30240 minutes"],
])(
  "a worker whose clock is set by %i ms ends, so that the next one begins with what is due then",
  async (ms, words) => {
    await withWorker(async (said) => {
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
      await until(() => said() !== undefined);
      expect(said()).toBe(`The job engine cannot go on: the clock went ${words} at once`);
    });
  },
);

test("what ran by a clock that was ahead runs again, and jobs that died there are free", async () => {
  await database().query(sql`
    update graphile_worker._private_known_crontabs set last_execution = now() + interval '10 years'`);
  await database().query(
    sql`insert into worker_pools (id, beat_at) values ('of-the-future', now() + interval '10 years') on conflict do nothing`,
  );
  await database().query(
    sql`select id from graphile_worker.add_job('nobody-knows-it', run_at => now() + interval '1 day')`,
  );
  await database().query(sql`
    update graphile_worker._private_jobs set locked_at = now() + interval '10 years', locked_by = 'of-the-future'`);
  await withWorker(async () => {
    const [ahead] = await database().query<{ schedules: number; all: number }>(sql`
      select count(*) filter (where last_execution > now() + interval '1 minute')::int as schedules, count(*)::int as all
        from graphile_worker._private_known_crontabs`);
    expect(ahead!.all).toBeGreaterThan(15);
    expect(ahead!.schedules).toBe(0);
    await until(async () => {
      const locked = await database().query(
        sql`select id from graphile_worker._private_jobs where locked_by = 'of-the-future'`,
      );
      return locked.length === 0;
    });
  });
});

test("a night that the machine was off for is made up for at its next start, its minutes are not", async () => {
  await database().query(sql`delete from graphile_worker._private_jobs`);
  await database().query(sql`
    update graphile_worker._private_known_crontabs set last_execution = now() - interval '3 days'`);
  await withWorker(async () => {
    const lastOf = async (name: string) =>
      (
        await database().query<{ madeUp: boolean }>(sql`
          select last_execution > now() - interval '1 day' as made_up
            from graphile_worker._private_known_crontabs where identifier = ${name}`)
      )[0]!.madeUp;
    for (const name of ["audit-nightly", "reconcile-nightly", "keep-names"]) await until(() => lastOf(name));
    const every = await database().query(sql`
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'sweep-stalled'`);
    expect(every.length).toBeLessThan(2);
  });
});

test("a job that such a clock put off for years is tried again within minutes of a reminder", async () => {
  const give = (isReminder: boolean) =>
    database().transaction((tx) =>
      handOver(tx, [
        { job: "fulfil-order", payload: { orderId: 1 }, key: "fulfil-order:1", isReminder, traceparent: null },
      ]),
    );
  await give(false);
  await database().query(
    sql`update graphile_worker._private_jobs set run_at = now() + interval '10 years' where key = 'fulfil-order:1'`,
  );
  await give(true);
  expect(
    await database().query(sql`
      select run_at < now() + interval '8 minutes' as is_soon from graphile_worker._private_jobs where key = 'fulfil-order:1'`),
  ).toEqual([{ isSoon: true }]);
});
