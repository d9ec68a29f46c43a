import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { openDatabase } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import { controlSimulator, type SupplierRecords } from "#server/simulator/control.ts";
import { fakeStripe } from "../support/stripe.ts";
import { until } from "../support/until.ts";
import { compareBooks } from "./books.ts";
import { countCases } from "./cases.ts";
import { startClients } from "./clients.ts";
import { compareCosts } from "./costs.ts";
import { compareDeliveries } from "./deliveries.ts";
import type { Record as Received } from "./failing-receiver.ts";
import { execute } from "./perform.ts";
import { prepare } from "./prepare.ts";
import { settleAndReconcile } from "./reconcile.ts";
import { type Planned, planFaults } from "./schedule.ts";
import { compareShops } from "./shops.ts";
import { openStage, type Stage } from "./stage.ts";
import { compareSuppliers } from "./suppliers.ts";
import { type Asked, readWitness, type What } from "./witness.ts";

export type RunOptions = {
  seed: number;
  /** Of load and faults; starting and settling come on top. */
  seconds: number;
  pauseMs?: number;
  settleMs?: number;
  /** How long what is looked for is waited for until a day passes for it. */
  patienceMs?: number;
  timeScale?: number;
  say?(line: string): void;
};

/** 24 hours of waiting in half an hour. On a slow machine suppliers have no time to answer then: it can be told otherwise. */
const TIME_SCALE = 0.02;
const FAILING_SHARE = 0.1;
/** Fewer acknowledged purchases than this per minute show nothing; so many show something, however long it took. */
const LEAST_PER_MINUTE = 20;
const ENOUGH = 100;

const ENOUGH_WITHIN_MS = 90_000;

/** One run: load, faults from the seed's schedule, quiet, and then everybody's books against each other. */
export async function runFaults(options: RunOptions) {
  const {
    seed,
    seconds,
    pauseMs = 250,
    settleMs = 8 * 60_000,
    patienceMs,
    timeScale = TIME_SCALE,
    say = () => {},
  } = options;
  const begun = Date.now();
  const folder = mkdtempSync(join(tmpdir(), "svc-witness-"));
  const receiver = fork(join(import.meta.dirname, "failing-receiver.ts"), [String(FAILING_SHARE), "0"]);
  const told = <T>() => new Promise<T>((resolve) => receiver.once("message", (message) => resolve(message as T)));
  const webhookOrigin = await told<string>();
  const provider = await fakeStripe();
  const stage = await openStage({ timeScale, webhookOrigin, stripeUrl: provider.url });
  const db = openDatabase(stage.databaseUrl, 4);
  let clients: ReturnType<typeof startClients> | undefined;
  try {
    await stage.ready(300_000);
    const { resellers, settings, programs, replays } = await prepare(db, stage, {
      folder,
      seed,
      pauseMs,
      payments: provider.url,
    });
    for (const { ctx, path } of resellers) await createEndpoint(ctx, { url: `${webhookOrigin}${path}`, events: ["*"] });
    const plan = planFaults({ seed, seconds, clients: settings.length, programs });
    clients = startClients(settings);
    const signing = { over: false };
    const signed = signAndReplay(stage, replays, signing);
    const made = await execute(plan, stage, clients, say);
    say("all links well, everything runs: the clients finish, then everything settles");
    await stage.ready(300_000);
    await controlSimulator(stage.service.dataDir, { kind: "reset" });
    receiver.send("heal");
    // A run is over when enough has happened, whatever else the machine does.
    const least = Math.min(ENOUGH, Math.floor((LEAST_PER_MINUTE * seconds) / 60));
    const { files, killed } = clients;
    await until(() => countPurchases(readWitness(files, killed).asked) >= least, ENOUGH_WITHIN_MS, 500).catch(() => {});
    await clients.finish();
    signing.over = true;
    await signed;
    for (const { id, status } of provider.sessions.values()) if (status === "open") provider.expire(id);
    const settled = await settleAndReconcile(db, settleMs, DAY * timeScale, patienceMs);

    const witness = readWitness(clients.files, clients.killed);
    for (const reseller of resellers)
      reseller.asked = witness.asked.filter(({ client }) => reseller.clients.includes(client));
    receiver.send("record");
    const received = await told<Received>();
    const { suppliers } = (await controlSimulator(stage.service.dataDir, { kind: "show" })) as {
      suppliers: SupplierRecords[];
    };
    const deliveries = await compareDeliveries(db, new Set(received.accepted));
    const costs = await compareCosts(db, suppliers);
    const cases = await countCases(db, suppliers, stage, made);
    const cancelled = withWholeOrders(made.cancels, suppliers);
    const paidBack = new Set(
      suppliers.flatMap(({ orders }) => orders).flatMap(({ esims, refundedUsd }) => (refundedUsd > 0 ? esims : [])),
    );
    const faults = [
      ...settled.faults,
      ...witness.faults,
      ...replays.faults,
      ...(await Promise.all(resellers.map((reseller) => compareBooks(db, reseller, cancelled, paidBack)))).flat(),
      ...(await compareSuppliers(db, suppliers)),
      ...costs.faults,
      ...deliveries.faults,
      ...(await compareShops(db, witness.asked, provider)),
      ...(await audit(stage)),
    ];
    const acknowledged = (what: What) => countAcknowledged(witness.asked, what);
    const purchases = countPurchases(witness.asked);
    if (purchases < least) witness.voids.push(`only ${purchases} purchases were acknowledged, ${least} are needed`);
    return {
      seed,
      seconds: { load: seconds, all: Math.round((Date.now() - begun) / 1_000) },
      faultsInjected: countSteps(made.steps),
      starts: stage.starts,
      brokenConnections: stage.broken(),
      clients: { processes: settings.length, killed: clients.killed.reduce((sum, n) => sum + n, 0) },
      acknowledged: {
        orders: acknowledged("order"),
        topups: acknowledged("topup"),
        cancels: acknowledged("cancel"),
        checkouts: acknowledged("checkout"),
        payments: acknowledged("payment"),
        signed: replays.count(),
      },
      refused: countRefusals(
        witness.asked.flatMap(({ what, answers }) => answers.map(({ code }) => (code ? `${what} ${code}` : ""))),
      ),
      unansweredTries: witness.losts,
      repeats: witness.asked.reduce((sum, { answers }) => sum + Math.max(0, answers.length - 1), 0),
      orders: settled.statuses,
      waitingForPeople: settled.inReview,
      differences: settled.differences,
      costsBeforePeople: costs.explained,
      cases,
      notReached: Object.entries(cases).flatMap(([name, times]) => (times === 0 ? [name] : [])),
      webhooks: {
        delivered: deliveries.delivered,
        onRecord: deliveries.late,
        calls: received.calls,
        twice: received.twice,
      },
      voids: witness.voids,
      faults,
    };
  } finally {
    clients?.stop();
    receiver.disconnect();
    await db.close();
    await stage.close();
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A supplier that takes back a whole order cancels every eSIM of it. */
function withWholeOrders(cancels: ReadonlySet<string>, records: SupplierRecords[]): Set<string> {
  const orders = records.flatMap(({ orders }) => orders);
  return new Set([
    ...cancels,
    ...orders.filter(({ esims }) => esims.some((iccid) => cancels.has(iccid))).flatMap(({ esims }) => esims),
  ]);
}

const countAcknowledged = (asked: Asked[], what: What): number =>
  asked.filter((one) => one.what === what && one.answers.some(({ status }) => status === 200)).length;

const countPurchases = (asked: Asked[]): number =>
  countAcknowledged(asked, "order") + countAcknowledged(asked, "topup");

/** A signed order now and then, and old ones again after every start. */
async function signAndReplay(
  stage: Stage,
  replays: Awaited<ReturnType<typeof prepare>>["replays"],
  state: { over: boolean },
): Promise<void> {
  let starts = stage.starts.main;
  while (!state.over) {
    await replays.order();
    if (stage.starts.main !== starts) await replays.replay();
    starts = stage.starts.main;
    await sleep(1_000);
  }
  await replays.order();
  await replays.replay();
}

/** What `svc audit` and `svc ledger verify` say. */
async function audit({ service }: Stage): Promise<string[]> {
  type Said = { ok: boolean; failures: Record<string, unknown>[] };
  const ask = (...args: string[]) =>
    service.svc<Said>(...args).catch((error: { stdout?: string; message: string }): Said => {
      return error.stdout ? (JSON.parse(error.stdout) as Said) : { ok: false, failures: [{ error: error.message }] };
    });
  const said = await Promise.all([ask("audit"), ask("ledger", "verify")]);
  return said.flatMap(({ ok, failures }, i) => {
    const name = i === 0 ? "audit" : "ledger verify";
    if (!ok && failures.length === 0) return [`${name} failed`];
    return failures.map((failure) => `${name}: ${Object.values(failure).join(", ")}`);
  });
}

function countSteps(steps: Planned[]): Record<string, number> {
  const begun = steps.filter(({ step }) => step.kind !== "resume" && !(step.kind === "link" && step.trouble === null));
  return count(
    begun.map(({ step }) =>
      step.kind === "link" ? `link ${step.trouble!.kind}` : step.kind === "mode" ? "supplier mode" : step.kind,
    ),
  );
}

const countRefusals = (codes: string[]) => count(codes.filter((code) => code !== ""));

const count = (names: string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
