import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { sampleOf } from "#server/domain/messaging/webhooks/sample-events.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { eventData, setEventShapes } from "#server/kernel/events.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import type { Record as Witness } from "./failing-receiver.ts";

// Events happen while the sender is killed again and again and its receiver fails: none may be lost, and the books balance.

const [EVENTS = 20_000, KILLS = 20, FAILING = 0.3] = process.argv.slice(2).map(Number);
/** 72 hours of attempts in less than a minute. */
const TIME_SCALE = "0.0002";
const QUIET_WITHIN_MS = 10 * 60_000;
const MASTER_KEY = "a master key for fault runs, long enough to be one";
const say = (line: string) => process.stdout.write(`${line}\n`);

const dataDir = mkdtempSync(join(tmpdir(), "svc-faults-"));
const postgres = await startPostgres({ dataDir, password: "faults" });
const receiver = fork(join(import.meta.dirname, "failing-receiver.ts"), [String(FAILING), "128"]);
let worker: ChildProcess | undefined;
try {
  await migrate(postgres.url);
  const origin = (await told(receiver)) as string;
  setEventShapes(eventShapes);
  overrideEnv({ databaseUrl: postgres.url, masterKey: MASTER_KEY, logLevel: "error", webhookAllowedOrigins: [origin] });
  const accounts = await prepare(origin);
  worker = await startWorker(origin);
  const start = performance.now();
  await Promise.all([announceAll(accounts), killAndRestart(origin)]);
  say(`${EVENTS} events, ${KILLS} kills in ${seconds(start)} s; waiting until nothing is open`);
  await untilQuiet();
  say(`nothing is open after ${seconds(start)} s\n`);
  process.exitCode = (await balance()) ? 0 : 1;
} finally {
  worker?.kill("SIGKILL");
  receiver.disconnect();
  if (env().databaseUrl) await database().close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Two accounts, three endpoints: every event of the first has two deliveries. */
async function prepare(origin: string): Promise<AccountCtx[]> {
  const ctx = systemContext({ kind: "command", name: "faults" });
  await seed(ctx);
  const accounts = await Promise.all(
    ["one", "two"].map(async (companyName) => {
      const { code } = await createAccount(ctx, { companyName, email: "faults@example.com", currency: "USD" });
      return await enterAccount(ctx, code, "live");
    }),
  );
  const [first, second] = accounts as [AccountCtx, AccountCtx];
  await createEndpoint(first, { url: `${origin}/a`, events: ["*"] });
  await createEndpoint(first, { url: `${origin}/b`, events: ["order.delivered"] });
  await createEndpoint(second, { url: `${origin}/c`, events: ["*"] });
  return accounts;
}

/** Over the time that the kills take, a few events per transaction. */
async function announceAll(accounts: AccountCtx[]): Promise<void> {
  const per = 10;
  for (let done = 0; done < EVENTS; done += per) {
    const { account } = accounts[(done / per) % accounts.length]!;
    const facts = { accountId: account.id, environment: "live" as const, currency: "USD", at: new Date() };
    const data = eventData(sampleOf("order.delivered", facts));
    const ids = Array.from({ length: Math.min(per, EVENTS - done) }, newEventId);
    await database().query(sql`
      select announce_events(array(
        select (${account.id}::int, 'live', id, 'order.delivered', ${data}, now())::new_event from unnest(${ids}::text[]) id)) as n`);
    await sleep((KILLS * 2_500) / (EVENTS / per));
  }
}

async function killAndRestart(origin: string): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(500 + Math.random() * 2_000);
    const gone = new Promise((resolve) => worker!.once("exit", resolve));
    worker!.kill("SIGKILL");
    await gone;
    worker = await startWorker(origin);
  }
}

async function startWorker(origin: string): Promise<ChildProcess> {
  const child = fork("server/worker.ts", {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      MASTER_KEY,
      TIME_SCALE,
      DATA_DIR: join(dataDir, "worker"),
      // The invariants at the end ask for the checkpoint of the hour, whoever made it.
      CHECKPOINT_DIR: env().checkpointDir,
      WEBHOOK_ALLOWED_ORIGINS: origin,
      SIMULATOR: "off",
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
      SUPPLIER_ESIMACCESS_URL: "http://127.0.0.1:1",
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await told(child);
  return child;
}

async function untilQuiet(): Promise<void> {
  const end = Date.now() + QUIET_WITHIN_MS;
  while (Date.now() < end) {
    const { open } = one(
      await database().query<{ open: number }>(
        sql`select count(*) as open from deliveries where status in ('pending', 'retrying')`,
      ),
    );
    if (open === 0) return;
    await sleep(500);
  }
}

type Books = {
  events: number;
  deliveries: number;
  pending: number;
  delivered: number;
  retrying: number;
  failed: number;
  attempts: number;
  attemptsUnaccounted: number;
  failedEarly: number;
};

/** What the database says against what the receiver saw. */
async function balance(): Promise<boolean> {
  receiver.send("record");
  const witness = (await told(receiver)) as Witness;
  const books = one(
    await database().query<Books>(sql`
      select (select count(*) from events) as events, count(*) as deliveries, count(*) filter (where status = 'pending') as pending,
             count(*) filter (where status = 'delivered') as delivered, count(*) filter (where status = 'retrying') as retrying,
             count(*) filter (where status = 'failed') as failed, (select count(*) from delivery_attempts) as attempts,
             count(*) filter (where attempt_count <> (select count(*) from delivery_attempts a where a.delivery_id = d.id)) as attempts_unaccounted,
             count(*) filter (where status = 'failed' and attempt_count < 12) as failed_early
        from deliveries d`),
  );
  const claimed = await database().query<{ key: string }>(sql`
    select substring(w.url from '/[a-c]$') || ' ' || e.event_id as key from deliveries d join events e on e.id = d.event_id
      join webhook_endpoints w on w.id = d.endpoint_id where d.status = 'delivered'`);
  const accepted = new Set(witness.accepted);
  const neverSeen = claimed.filter(({ key }) => !accepted.has(key)).length;
  const invariants = await checkInvariants(systemContext({ kind: "command", name: "faults" }));
  const expected = EVENTS + Math.ceil(EVENTS / 20) * 10;
  const faults = [
    books.events !== EVENTS && `${EVENTS - books.events} events are missing`,
    books.deliveries !== expected && `${books.deliveries} deliveries instead of ${expected}`,
    books.pending + books.retrying > 0 && `${books.pending + books.retrying} deliveries are still open`,
    books.deliveries !== books.pending + books.delivered + books.retrying + books.failed && "the states do not add up",
    books.attemptsUnaccounted > 0 && `${books.attemptsUnaccounted} deliveries whose attempts are not on record`,
    books.failedEarly > 0 && `${books.failedEarly} deliveries failed before their twelfth attempt`,
    neverSeen > 0 && `${neverSeen} deliveries are on record as delivered and were never accepted`,
    ...invariants.failures.map(({ invariant, examples }) => `${invariant} (${examples})`),
  ].filter((fault) => fault !== false);
  say(`events          ${books.events}`);
  say(
    `deliveries      ${books.deliveries} = ${books.pending} pending + ${books.delivered} delivered + ${books.retrying} retrying + ${books.failed} failed`,
  );
  say(
    `attempts        ${books.attempts} on record, ${witness.calls} calls at the receiver (the rest died with their worker)`,
  );
  say(`accepted        ${witness.accepted.length} by the receiver, ${witness.twice} of them more than once`);
  say(`invariants      ${invariants.checked} checked`);
  for (const fault of faults) say(`FAULT           ${fault}`);
  say(faults.length === 0 ? "ok" : "NOT OK");
  return faults.length === 0;
}

function told(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once("message", resolve));
}

function seconds(start: number): number {
  return Math.round((performance.now() - start) / 1_000);
}
