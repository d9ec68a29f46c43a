import { afterAll, expect, onTestFinished, test } from "vitest";
import { jobs } from "#inngest/functions/index.ts";
import { inngestFunctions } from "#inngest/index.ts";
import { openDatabase, patientDatabase, type Queryable, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";

const limitsOf = async (db: Queryable) =>
  (
    await db.query<{ limits: string }>(
      sql`select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') as limits`,
    )
  )[0]!.limits;

afterAll(() => patientDatabase().close());

test("a job has as much time in a process that answers requests, where an Inngest server runs it, as in a worker", async () => {
  const worker = openDatabase(env().databaseUrl!, 1);
  const inAWorker = await limitsOf(worker);
  await worker.close();
  overrideEnv({
    hurried: true,
    inngest: {
      baseUrl: "http://127.0.0.1:1",
      eventKey: "x",
      signingKey: "signkey-test-00",
      serveOrigin: "http://127.0.0.1:1",
    },
  });
  const hurried = openDatabase(env().databaseUrl!, 1, { hurried: true });
  expect(await limitsOf(hurried)).not.toBe(inAWorker);
  await hurried.close();
  let seen = "";
  const real = jobs[0]!;
  onTestFinished(() => {
    jobs[0] = real;
  });
  jobs[0] = {
    ...real,
    run: async (ctx) => {
      seen = await limitsOf(ctx.db);
    },
  };
  const [first] = inngestFunctions() as unknown as { fn(given: object): Promise<void> }[];
  await first!.fn({ event: { data: {} }, step: { run: (_name: string, work: () => unknown) => work() } });
  expect(seen).toBe(inAWorker);
});
