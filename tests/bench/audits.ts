import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { createAccount, enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { FULL, fillAccount } from "./volume/fill.ts";

// How long the nightly audit takes as the history grows, rule by rule: the work of ten times as much should be ten times as
// much. `npm run bench:audits`

/** Of the volume bench's account: a hundred thousand orders and a million ledger entries are 1. */
const SHARES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.01, 0.1];
/** Below this nobody waits for a rule, however it grows. */
const WORTH_WATCHING_MS = 50;
const MOST_GROWTH = 1.2;
const ROUNDS = 3;
const say = (line: string) => process.stdout.write(`${line}\n`);

type Measured = { entries: number; times: number[]; broken: string[] };

if (process.send) process.send(await measureAt(SHARES[0]!));
else {
  const columns: Measured[] = [];
  for (const share of SHARES) columns.push(await measureApart(share));
  report(columns);
}

function measureApart(share: number): Promise<Measured> {
  const child = fork(import.meta.filename, [String(share)]);
  return new Promise((resolve, reject) => {
    child.once("message", (measured) => resolve(measured as Measured));
    child.once("exit", (code) => reject(new Error(`The measuring process ended with ${code}.`)));
  });
}

/** Milliseconds of each rule, the best of three rounds, and at the end of the whole audit. */
async function measureAt(share: number): Promise<Measured> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-audits-"));
  const postgres = await startPostgres({ dataDir, password: "audits" });
  try {
    await migrate(postgres.url);
    overrideEnv({
      ...{ databaseUrl: postgres.url, masterKey: "a master key for the bench, long enough to be one" },
      ...{ logLevel: "silent", mode: "production", checkpointDir: join(dataDir, "checkpoints") },
    });
    setEventShapes(eventShapes);
    const ctx = systemContext({ kind: "command", name: "bench" });
    await seed(ctx);
    const { code } = await createAccount(ctx, { companyName: "Audit Travel", email: "a@example.com", currency: "USD" });
    await fundWallet(ctx, code, money(1_000_000_000));
    const volume = { orders: FULL.orders * share, entries: FULL.entries * share, requests: 0, deliveries: 0, audit: 0 };
    say(`${volume.orders} orders, as many in the test environment, ${volume.entries} ledger entries`);
    await fillAccount(await enterAccount(ctx, code, "live"), volume, say);
    await database().query(sql`
      insert into orders (account_id, environment, status, package_id, package_name, requested_quantity, unit_price, total_amount, currency,
        supplier_code, unit_cost_usd, unit_base_usd, request_id, created_at, updated_at)
      select account_id, 'test', 'failed', package_id, package_name, 1, 5, 5, currency, supplier_code, 4, 5, 'req_test', created_at, updated_at
        from orders where environment = 'live'`);
    await database().query({ text: "analyze", values: [], name: "" });
    const rounds: number[][] = [];
    let broken: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const times: number[] = [];
      let last = performance.now();
      const onProgress = async () => {
        times.push(performance.now() - last);
        last = performance.now();
      };
      const { failures } = await checkInvariants(ctx, { onProgress });
      broken = failures.map(({ invariant, examples }) => `${invariant} ${examples}`);
      rounds.push([...times, performance.now() - last]);
    }
    const times = rounds[0]!.map((_, i) => Math.min(...rounds.map((round) => round[i]!)));
    return { entries: volume.entries, times, broken };
  } finally {
    await database().close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(columns: Measured[]): void {
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const linear = last.entries / first.entries;
  say(`\n| rule | ${columns.map(({ entries }) => `${entries} entries, ms`).join(" | ")} | of linear |`);
  say(`|---|${columns.map(() => "---|").join("")}---|`);
  let steep = 0;
  for (const [i, ms] of last.times.entries()) {
    const growth = ms / Math.max(first.times[i]!, 0.1) / linear;
    if (ms > WORTH_WATCHING_MS && growth > MOST_GROWTH) steep += 1;
    if (ms > WORTH_WATCHING_MS)
      say(
        `| ${i === last.times.length - 1 ? "the chains and the events" : i + 1} | ${columns.map(({ times }) => times[i]!.toFixed(0)).join(" | ")} | ${growth.toFixed(2)} |`,
      );
  }
  const all = columns.map(({ times }) => times.reduce((sum, ms) => sum + ms, 0));
  say(`| all of it | ${all.map((ms) => ms.toFixed(0)).join(" | ")} | ${(all.at(-1)! / all[0]! / linear).toFixed(2)} |`);
  for (const what of last.broken) say(`NOT AS IT SHOULD BE: ${what}`);
  say(steep === 0 ? "No rule grows faster than its history." : `${steep} rules grow faster than their history.`);
  if (steep > 0) process.exitCode = 1;
}
