import { readdirSync, readFileSync } from "node:fs";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { handOver } from "#inngest/hand-over.ts";
import { mergeJobs } from "#inngest/relay.ts";
import { queueMail, sweepMails } from "#server/domain/messaging/mail/index.ts";
import { connectionOptions, database, openDatabase, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

beforeAll(async () => {
  const pgPool = new pg.Pool(connectionOptions(directDatabaseUrl()));
  await runMigrations({ pgPool });
  await pgPool.end();
});

type Kept = { key: string | null; attempts: number; runs: boolean; isDue: boolean };
const inEngine = () =>
  database().query<Kept & { payload: { orderId: number } }>(sql`
    select key, attempts, locked_at is not null as runs, run_at <= now() as is_due, payload
      from graphile_worker._private_jobs where payload->>'orderId' is not null order by id`);

const KEY = "fulfil-order:1";
const give = (isReminder: boolean) =>
  database().transaction((tx) =>
    handOver(tx, [{ job: "fulfil-order", payload: { orderId: 1 }, key: KEY, isReminder, traceparent: null }]),
  );

const states = {
  waiting: sql`update graphile_worker._private_jobs set run_at = now() - interval '1 minute' where key = ${KEY}`,
  "tried again later": sql`
    update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '1 hour' where key = ${KEY}`,
  "tried again much later": sql`
    update graphile_worker._private_jobs set attempts = 20, run_at = now() + interval '1 hour' where key = ${KEY}`,
  running: sql`update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'one' where key = ${KEY}`,
  "failed for good": sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${KEY}`,
};
const fresh: Kept = { key: KEY, attempts: 0, runs: false, isDue: true };

test.each<[keyof typeof states, boolean, Kept[]]>([
  ["waiting", true, [fresh]],
  ["waiting", false, [fresh]],
  ["tried again later", true, [{ key: KEY, attempts: 3, runs: false, isDue: false }]],
  ["tried again later", false, [fresh]],
  ["tried again much later", true, [{ key: KEY, attempts: 5, runs: false, isDue: false }]],
  ["running", true, [{ key: KEY, attempts: 1, runs: true, isDue: true }]],
  ["running", false, [{ key: null, attempts: 1, runs: true, isDue: true }, fresh]],
  ["failed for good", true, [{ key: null, attempts: 25, runs: false, isDue: true }, fresh]],
  ["failed for good", false, [{ key: null, attempts: 25, runs: false, isDue: true }, fresh]],
])("where the engine has the job, %s, and it comes again (a reminder: %s)", async (state, isReminder, after) => {
  await database().query(sql`delete from graphile_worker._private_jobs`);
  await give(false);
  await database().query(states[state]);
  await give(isReminder);
  expect(await inEngine()).toEqual(after.map((kept) => expect.objectContaining(kept)));
});

test("what is asked for while a reminder waits in the outbox is no reminder any more", async () => {
  await database().query(sql`
    insert into outbox_jobs (job, key, payload, run_at, is_reminder)
    values ('fulfil-order', ${KEY}, '{"orderId": 1}', now() + interval '1 day', true)`);
  await enqueue(database(), "fulfil-order", { orderId: 1 });
  expect(
    await database().query(sql`
      delete from outbox_jobs where key = ${KEY} returning is_reminder, run_at < now() + interval '1 minute' as is_due`),
  ).toEqual([{ isReminder: false, isDue: true }]);
});

test("a reminder of what is done together keeps its key, and with what was asked for it is none", () => {
  const reminder = {
    job: "mail-notices",
    payload: {},
    key: "mail-notices",
    isReminder: true,
    traceparent: null,
  } as const;
  const asked = { ...reminder, key: null, isReminder: false };
  expect(mergeJobs([reminder])).toEqual([reminder]);
  expect(mergeJobs([reminder, asked])).toEqual([{ job: "mail-notices", payload: {}, traceparent: null }]);
});

test("each sweeper reminds, and whoever moves a job that waits asks for it", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const texts = [
    ...files.map((file) => readFileSync(`server/${file}`, "utf8")),
    ...readdirSync("prisma/functions").map((file) => readFileSync(`prisma/functions/${file}`, "utf8")),
  ];
  const statements = texts.flatMap(
    (text) => text.match(/insert into outbox_jobs[^`;]+on conflict \(key\) do [^`;]+/g) ?? [],
  );
  const swept = statements.filter((one) => one.includes("do nothing"));
  const moved = statements.filter((one) => one.includes("least(outbox_jobs.run_at"));
  expect([swept.length > 5, moved.length > 3]).toEqual([true, true]);
  expect(swept.filter((one) => !one.includes("is_reminder)"))).toEqual([]);
  expect(moved.filter((one) => !one.includes("is_reminder = false"))).toEqual([]);
});

test("a job whose end is being recorded is not waited for; what was asked for meanwhile is there, a reminder is not", async () => {
  await database().query(sql`delete from graphile_worker._private_jobs`);
  await give(false);
  await database().query(states.running);
  await database().transaction(async (tx) => {
    await tx.query(sql`delete from graphile_worker._private_jobs where key = ${KEY}`);
    await give(true);
    await give(false);
  });
  expect(await inEngine()).toEqual([expect.objectContaining({ ...fresh, key: null })]);
});

test("a mail that cannot be sent is one job, however often the sweeper comes, and is sent once the server is there", async () => {
  overrideEnv({ smtpUrl: "smtp://127.0.0.1:1" });
  const [mail] = await database().transaction((tx) =>
    queueMail(tx, system(), { kind: "test", recipient: "a@example.com", subject: "Once", text: "Once" }),
  );
  await database().query(sql`update mails set created_at = now() - interval '10 minutes' where id = ${mail!.id}`);
  const found = () => database().prisma.mail.findUniqueOrThrow({ where: { id: mail!.id } });
  const db = openDatabase(directDatabaseUrl(), 10);
  const worker = await startEmbeddedWorker(db, directDatabaseUrl());
  try {
    await until(async () => (await found()).attempts > 0);
    for (let round = 0; round < 5; round++) {
      expect(await sweepMails(system())).toBe(1);
      await until(async () => (await database().prisma.outboxJob.count()) === 0);
    }
    const jobs = await database().query<{ key: string }>(sql`
      select key from graphile_worker._private_jobs where payload->>'mailId' = ${mail!.id}::text`);
    expect(jobs).toEqual([{ key: `send-mail:${mail!.id}` }]);
    overrideEnv({ smtpUrl: undefined });
    await until(async () => (await found()).sentAt !== null);
  } finally {
    overrideEnv({ smtpUrl: undefined });
    await worker.stop();
    await db.close();
  }
});
