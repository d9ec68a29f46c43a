import { execFileSync, spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { schedules } from "#inngest/functions/index.ts";
import { queueMail } from "#server/domain/messaging/mail/index.ts";
import { sql } from "#server/kernel/db.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { postSignIn, sendRaw } from "#tests/support/http-session.ts";
import { newMember } from "#tests/support/portal.ts";
import { readScrape } from "#tests/support/prometheus/scrape.ts";
import { watchMetrics } from "#tests/support/prometheus/watch.ts";
import { newService, type Service } from "#tests/support/service.ts";
import { onServiceDatabase } from "#tests/support/service-database.ts";
import { until } from "#tests/support/until.ts";

// What a service is alerted for when a part of it stops, read from its /metrics as Prometheus does.

const TOKEN = "a token for the alerts of a test";
let service: Service;

beforeAll(async () => {
  // Nobody takes its mails.
  service = await newService({ METRICS_TOKEN: TOKEN, SMTP_URL: "smtp://127.0.0.1:1" });
  await service.start();
});
afterAll(() => service.dispose());

/** Null where nobody answers: a busy machine has all the time that it takes, and who is gone refuses the connection. */
const metrics = () =>
  fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    .then((answer) => answer.text())
    .catch(() => null);
const watch = watchMetrics(metrics);
const { expectFired } = watch;

test("what runs by the clock has not failed yet, and that is said", async () => {
  const failures = async () =>
    readScrape((await metrics()) ?? "", 0).samples.flatMap(({ labels }) =>
      labels.__name__ === "svc_job_duration_seconds_count" && labels.outcome === "failed" ? [labels.job] : [],
    );
  // The worker may begin a moment later.
  await expect.poll(failures).toEqual(expect.arrayContaining(schedules.map(({ name }) => name)));
});

test("a job that fails each time", async () => {
  const failed = async () =>
    /^svc_job_duration_seconds_count\{.*job="send-mail".*outcome="failed".*process="worker".*\} (\d+)$/m.exec(
      (await metrics()) ?? "",
    )?.[1];
  const mail = async () => {
    const before = await failed();
    await onServiceDatabase(service, (ctx) =>
      queueMail(ctx.db, ctx, { recipient: "nobody@example.com", kind: "alert", subject: "A test", text: "Nothing." }),
    );
    await until(async () => (await failed()) !== before);
  };
  await mail();
  const found = await watch.during(mail, { times: 2, everyMs: 6 * MINUTE });
  expectFired(found, "JobsFail", { cell: "home", job: "send-mail" });
  expect(Object.keys(found)).not.toContain("JobsStopped");
});

test("pages of the portal that wait for a table", async () => {
  const { session } = await postSignIn(service, await newMember(service));
  const read = () => sendRaw(service, "/live/orders", { headers: { cookie: session! } });
  expect((await read()).status).toBe(200);
  const held = () =>
    onServiceDatabase(service, async (ctx) => {
      const reading = ctx.db.transaction(async (tx) => {
        await tx.query(sql`lock table orders in access exclusive mode`);
        const page = read();
        await until(async () => {
          const waiting = await tx.query(sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
          return waiting.length > 0;
        });
        await tx.query(sql`select pg_sleep(1.2)`);
        return { page };
      });
      await (await reading).page;
    });
  expectFired(await watch.during(held), "PortalSlow", { cell: "home" });
});

test("a worker that stands still", async () => {
  const [worker] = (await service.processes()).worker;
  process.kill(worker!, "SIGSTOP");
  try {
    expectFired(await watch.lasting(6 * MINUTE), "JobsStopped", { cell: "home" });
  } finally {
    process.kill(worker!, "SIGCONT");
  }
});

test("a database that stands still", async () => {
  const [postgres] = (await service.processes()).postgres;
  const its = execFileSync("ps", ["-o", "pid=", "--ppid", String(postgres)], { encoding: "utf8" });
  const all = [postgres!, ...its.trim().split(/\s+/).map(Number)];
  // One of them may have ended meanwhile.
  const signal = (name: NodeJS.Signals) => spawnSync("kill", [`-${name}`, ...all.map(String)]);
  signal("SIGSTOP");
  try {
    expectFired(await watch.lasting(2 * MINUTE), "DatabaseDown", { cell: "home" });
  } finally {
    signal("SIGCONT");
  }
});

test("a service that is gone", async () => {
  await until(async () => /^svc_database_up.* 1$/m.test((await metrics()) ?? ""));
  const found = await watch.during(() => service.isRunning() && service.end("SIGKILL"), {
    times: 2,
    everyMs: 2 * MINUTE,
  });
  expectFired(found, "ServiceGone", { cell: "home" });
  expect(Object.keys(found)).toEqual(["ServiceGone"]);
  watch.expectAllFired("e2e/alerts");
});
