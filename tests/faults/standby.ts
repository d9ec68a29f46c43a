import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { openDatabase } from "#server/kernel/db.ts";
import { DAY } from "#server/kernel/time.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { controlSimulator, type SupplierRecords } from "#server/simulator/control.ts";
import { newService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type OrderLoad, startOrderLoad } from "./order-load.ts";
import { openProxy } from "./proxy.ts";
import { answers, ask, die, follow, PASSWORD, promote, type Server, type Standby, startServer } from "./replicas.ts";
import { compareSuppliers } from "./suppliers.ts";

/**
 * `npm run faults:standby`: under load the primary dies or falls silent, its standby takes over and gets a standby of its
 * own, twenty times in a row. Exit code 1 when an answered purchase is lost, or a service does not come back in time. With `--asynchronous`
 * commits do not wait for the standby: a run that finds nothing then would find nothing ever.
 */
const options = new Command()
  .option("--rounds <n>", "deaths of a primary", Number, 20)
  .option("--asynchronous", "as a control: commits do not wait for the standby")
  .parse()
  .opts<{ rounds: number; asynchronous?: boolean }>();

const BACK_WITHIN_MS = 30_000;
/** Who looks on asks this often, and believes it when it is told nothing twice. */
const LOOK_EVERY_MS = 1_000;
/** Of load before a death. */
const ORDERS_BETWEEN = 20;
/** What the standby has not heard of when its primary dies. */
const BEHIND_MS = 400;
const TIME_SCALE = 0.02;

const say = (what: string, result: string) => process.stdout.write(`${what.padEnd(12)}${result}\n`);
const folder = mkdtempSync(join(tmpdir(), "svc-standby-"));
await ensureBuild((line) => say("build", line));

let primary: Server = await startServer(join(folder, "0"));
let standby: Standby | undefined;
// The one address that the service knows: it leads to whoever is the primary.
const address = await openProxy(() => ({ path: primary.socket }));
const DATABASE_URL = `postgresql://postgres:${PASSWORD}@127.0.0.1:${address.port}/service`;
const service = await newService({
  DATABASE_URL,
  MASTER_KEY: "a master key for fault runs, long enough to be one",
  TIME_SCALE: String(TIME_SCALE),
});
const db = openDatabase(DATABASE_URL, 4);
let load: OrderLoad | undefined;
const faults: string[] = [];
/** From the death to the first answered order, and to the first that was bought. */
const back: Record<"answered" | "bought", number[]> = { answered: [], bought: [] };

try {
  await service.start();
  load = await startOrderLoad(service, db, folder);
  for (let round = 1; round <= options.rounds; round++) {
    standby = await follow(primary, join(folder, String(round)), !options.asynchronous);
    const before = ordersSince(0);
    await until(() => ordersSince(0) >= before + ORDERS_BETWEEN);
    await takeOver(round, standby);
  }
  await load.finish();
  await compare();
} finally {
  load?.stop();
  await db.close();
  await service.dispose();
  address.close();
  await standby?.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) say("FAULT", fault);
say(faults.length === 0 ? "ok" : "NOT OK", "");
process.exit(faults.length === 0 ? 0 : 1);

/** Orders that clients were told of since that moment. */
function ordersSince(moment: number): number {
  return load!.answeredAt().filter((at) => at > moment).length;
}

async function takeOver(round: number, next: Standby): Promise<void> {
  next.link.be({ kind: "stall" });
  await sleep(BEHIND_MS);
  const diedAt = Date.now();
  const signal = round % 2 === 0 ? "SIGSTOP" : "SIGKILL";
  await die(primary, signal);
  for (let silent = 0; silent < 2; silent = (await answers(primary)) ? 0 : silent + 1) await sleep(LOOK_EVERY_MS);
  const noticedAt = Date.now();
  await promote(next);
  const former = primary;
  primary = next;
  standby = undefined;
  const promotedAt = Date.now();
  const tookUntil = async (isBack: () => boolean | Promise<boolean>) => {
    await until(isBack, 5 * BACK_WITHIN_MS, 50).catch(() => {});
    return Date.now() - diedAt;
  };
  const answered = await tookUntil(() => ordersSince(promotedAt) > 0);
  const bought = await tookUntil(async () => {
    const since = new Date(promotedAt).toISOString();
    return (
      (await ask(next, `select from orders where status = 'delivered' and created_at > '${since}' limit 1`)).length > 0
    );
  });
  back.answered.push(answered);
  back.bought.push(bought);
  if (bought > BACK_WITHIN_MS) faults.push(`round ${round}: the service was back after ${seconds(bought)} s`);
  say(
    `round ${round}`,
    `${signal === "SIGKILL" ? "killed" : "silent"}, noticed after ${seconds(noticedAt - diedAt)} s, promoted in ${seconds(promotedAt - noticedAt)} s, an order answered ${seconds(answered)} s and one bought ${seconds(bought)} s after it`,
  );
  await die(former, "SIGKILL");
  rmSync(former.dataDir, { recursive: true, force: true });
}

/** What clients were told against the database, the suppliers' books and the service's own rules. */
async function compare(): Promise<void> {
  const compared = await load!.compare(DAY * TIME_SCALE);
  const { suppliers } = (await controlSimulator(service.dataDir, { kind: "show" })) as { suppliers: SupplierRecords[] };
  faults.push(...compared.faults, ...(await compareSuppliers(db, suppliers)));
  say("answered", compared.answered);
  say("orders", JSON.stringify(compared.statuses));
  for (const [what, times] of Object.entries(back)) {
    const sorted = times.toSorted((a, b) => a - b);
    say(
      what,
      `again after ${seconds(sorted[Math.floor(sorted.length / 2)]!)} s (median), ${seconds(sorted.at(-1)!)} s at most`,
    );
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
