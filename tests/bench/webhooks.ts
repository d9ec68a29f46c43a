import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { newEventId } from "#server/kernel/ids.ts";
import { microsecondsBelow, microsecondsOf } from "./processor.ts";
import type { Asked, Told } from "./receiver.ts";
import { inWords, ROUNDS, spreadOf } from "./rounds.ts";
import type { Setting } from "./setting.ts";
import type { Posts } from "./signed-posts.ts";
import type { Add } from "./table.ts";

type Receiver = { origin: string; ask(what: Asked): Promise<Told>; child: ChildProcess };

const WAITING = 20_000;
const PER_SECOND = 200;
const DATA = JSON.stringify({ order: { reference: "B2B-1", package_name: "x".repeat(600) } });

/** The sender as a process of its own, against a receiver that is another. */
export async function webhooks(seconds: number, dataDir: string, add: Add): Promise<void> {
  const receiver = await startReceiver();
  overrideEnv({ webhookAllowedOrigins: [receiver.origin] });
  const worker = await startWorker(receiver.origin, dataDir);
  try {
    await throughput(seconds, receiver, add);
    await promptness(receiver, add);
    await neighbours(receiver, add);
  } finally {
    worker.kill("SIGTERM");
    await new Promise((resolve) => worker.once("exit", resolve));
    receiver.child.disconnect();
    // What comes next is measured without the database tidying up after this.
    await database().query(sql`truncate delivery_attempts, deliveries, events, outbox_jobs`);
    await database().query(sql`checkpoint`);
  }
}

/** Processor time of a delivery, round by round: the worker's, and PostgreSQL's with the events announced. */
export async function costOfDeliveries({ dataDir, postgresPid }: Setting, rounds: number) {
  const receiver = await startReceiver();
  overrideEnv({ webhookAllowedOrigins: [receiver.origin] });
  const worker = await startWorker(receiver.origin, dataDir);
  try {
    const ctx = await newAccount();
    await createEndpoint(ctx, { url: `${receiver.origin}/`, events: ["*"] });
    await drain(ctx, 5_000);
    const costs: { own: number; its: number; perSecond: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const count = () => ({ own: microsecondsOf(worker.pid!), its: microsecondsBelow(postgresPid) });
      const before = count();
      const perSecond = await drain(ctx, 5_000);
      const after = count();
      costs.push({ own: (after.own - before.own) / 5_000, its: (after.its - before.its) / 5_000, perSecond });
    }
    return costs;
  } finally {
    worker.kill("SIGTERM");
    await new Promise((resolve) => worker.once("exit", resolve));
    receiver.child.disconnect();
  }
}

async function throughput(seconds: number, receiver: Receiver, add: Add): Promise<void> {
  const posts = { origin: receiver.origin, clients: 64, seconds, body: DATA };
  const ctx = await newAccount();
  await createEndpoint(ctx, { url: `${receiver.origin}/`, events: ["*"] });
  await drain(ctx, 2_000);
  const rounds: { perSecond: number; ratio: number }[] = [];
  let before = await barePosts(posts);
  for (let round = 0; round < ROUNDS; round++) {
    const perSecond = await drain(ctx, WAITING);
    const after = await barePosts(posts);
    rounds.push({ perSecond, ratio: (2 * perSecond) / (before + after) });
    before = after;
  }
  const ratios = rounds.map(({ ratio }) => ratio);
  add(
    `${WAITING} waiting deliveries`,
    `${inWords(rounds.map(({ perSecond }) => perSecond))}/s, attempts on record`,
    `bare signed POSTs: ${inWords(ratios, 2)}`,
    spreadOf(ratios).median,
    0.3,
  );
}

/** Deliveries per second, from the commit of the last event until everything is on record as delivered. */
async function drain(ctx: AccountCtx, count: number): Promise<number> {
  for (let left = count; left > 0; left -= 500) await announce(ctx, Math.min(500, left), "10 minutes");
  const end = (await attempts()) + count;
  await database().query(sql`
    with due as (
      update deliveries set next_attempt_at = now() where status = 'pending' and next_attempt_at > now() + interval '1 minute' returning endpoint_id)
    select ring_endpoints(array(select distinct endpoint_id from due), '-infinity')`);
  const start = performance.now();
  // To look for those that are open reads every delivery: done all the time it would slow down what it measures.
  while ((await attempts()) < end) await sleep(20);
  for (;;) {
    const [row] = await database().query<{ open: boolean }>(
      sql`select exists (select from deliveries where status in ('pending', 'retrying')) as open`,
    );
    if (!row?.open) return Math.round((count / (performance.now() - start)) * 1_000);
    await sleep(20);
  }
}

/** Ids that were given to attempts on record. */
async function attempts(): Promise<number> {
  const [row] = await database().query<{ given: number }>(
    sql`select case when is_called then last_value else 0 end as given from delivery_attempts_id_seq`,
  );
  return row!.given;
}

async function promptness(receiver: Receiver, add: Add): Promise<void> {
  const ctx = await newAccount();
  await createEndpoint(ctx, { url: `${receiver.origin}/`, events: ["*"] });
  const waits = await waitsOf(receiver, [{ ctx, perSecond: PER_SECOND, counts: true }], 10);
  const p99 = at(waits, 0.99);
  add(
    `first attempt after commit, ${PER_SECOND} events/s`,
    `p50 ${at(waits, 0.5)} ms, p99 ${p99} ms`,
    "2000 ms",
    2_000 / p99,
    1,
  );
}

/** The same load on two endpoints, while the second answers and while it hangs. */
async function neighbours(receiver: Receiver, add: Add): Promise<void> {
  const waits: Record<"answers" | "hangs", number[]> = { answers: [], hangs: [] };
  for (let round = 0; round < 4; round++)
    for (const behaviour of round % 2 ? (["hangs", "answers"] as const) : (["answers", "hangs"] as const)) {
      const [ctx, other] = [await newAccount(), await newAccount()];
      await createEndpoint(ctx, { url: `${receiver.origin}/`, events: ["*"] });
      await createEndpoint(other, { url: `${receiver.origin}/${behaviour === "hangs" ? "hang" : ""}`, events: ["*"] });
      const load = [
        { ctx, perSecond: PER_SECOND / 2, counts: true },
        { ctx: other, perSecond: PER_SECOND / 2, counts: false },
      ];
      waits[behaviour].push(...(await waitsOf(receiver, load, 8)));
    }
  const [quiet, beside] = [at(waits.answers, 0.99), at(waits.hangs, 0.99)];
  add(
    "beside an endpoint that hangs",
    `p99 ${beside} ms`,
    `p99 ${quiet} ms beside one that answers`,
    quiet / beside,
    0.9,
  );
}

type Stream = { ctx: AccountCtx; perSecond: number; counts: boolean };

/** Milliseconds from the commit of each event until it stood at the receiver's door. */
async function waitsOf(receiver: Receiver, streams: Stream[], seconds: number): Promise<number[]> {
  await receiver.ask("arrivals");
  const committed = new Map<string, number>();
  await Promise.all(
    streams.map(async ({ ctx, perSecond, counts }) => {
      const start = performance.now();
      const writes: Promise<void>[] = [];
      for (let i = 0; i < perSecond * seconds; i++) {
        await sleep(Math.max(0, start + (i / perSecond) * 1_000 - performance.now()));
        writes.push(announce(ctx, 1).then(([id]) => void (counts && committed.set(id!, Date.now()))));
      }
      await Promise.all(writes);
    }),
  );
  await sleep(1_500);
  const arrivals = new Map((await receiver.ask("arrivals")).arrivals);
  return [...committed].map(([id, since]) => Math.max(0, (arrivals.get(id) ?? Number.POSITIVE_INFINITY) - since));
}

async function announce(ctx: AccountCtx, count: number, later = "0"): Promise<string[]> {
  const ids = Array.from({ length: count }, newEventId);
  await database().query(sql`
    select announce_events(array(
      select (${ctx.account.id}::int, 'live', id, 'order.delivered', ${DATA}, now() + ${later}::interval)::new_event
        from unnest(${ids}::text[]) id)) as announced`);
  return ids;
}

async function newAccount(): Promise<AccountCtx> {
  const ctx = systemContext({ kind: "command", name: "bench" });
  const { code } = await createAccount(ctx, { companyName: "Bench", email: "bench@example.com", currency: "USD" });
  return await enterAccount(ctx, code, "live");
}

const at = (values: number[], share: number) =>
  values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

function barePosts(posts: Posts): Promise<number> {
  const child = fork(join(import.meta.dirname, "signed-posts.ts"));
  child.send(posts);
  return new Promise((resolve) => child.once("message", (perSecond) => resolve(perSecond as number)));
}

async function startReceiver(): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, "receiver.ts"));
  const told = () => new Promise<Told>((resolve) => child.once("message", (message) => resolve(message as Told)));
  const { origin } = await told();
  const ask = (what: Asked) => {
    child.send(what);
    return told();
  };
  return { origin: origin!, ask, child };
}

async function startWorker(origin: string, dataDir: string): Promise<ChildProcess> {
  const { databaseUrl, masterKey } = env();
  const child = fork("server/worker.ts", {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      MASTER_KEY: masterKey,
      DATA_DIR: join(dataDir, "worker"),
      WEBHOOK_ALLOWED_ORIGINS: origin,
      SIMULATOR: "off",
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
      SUPPLIER_ESIMACCESS_URL: "http://127.0.0.1:1",
    },
  });
  await new Promise((resolve) => child.once("message", resolve));
  return child;
}
