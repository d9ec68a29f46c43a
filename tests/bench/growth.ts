import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { eventShapes } from "#server/api/v1/events.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { prepare, scaled } from "./each-operation.ts";
import { FULL } from "./volume/fill.ts";

// What a request costs in an account of a thousand, ten thousand and a hundred thousand orders. `npm run bench:growth`; with a
// million: `npm run bench:growth -- 0.01 0.1 1 10`

const MOST_GROWTH = 1.5;
/** Of the largest volume; others can be given as arguments. */
const SHARES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0.01, 0.1, 1];
const RUNS = 120;
const say = (line: string) => process.stdout.write(`${line}\n`);

const columns: Map<string, number>[] = [];
if (process.send) process.send([...(await measureAt(SHARES[0]!))]);
else {
  for (const share of SHARES) columns.push(await measureApart(share));
  report();
}

/** In a process of its own, as it holds one database and what it read from it. */
async function measureApart(share: number): Promise<Map<string, number>> {
  const child = fork(import.meta.filename, [String(share)]);
  return new Map(
    await new Promise<[string, number][]>((resolve, reject) => {
      child.once("message", (medians) => resolve(medians as [string, number][]));
      child.once("exit", (code) => reject(new Error(`The measuring process ended with ${code}.`)));
    }),
  );
}

/** Milliseconds, the median of each operation. */
async function measureAt(share: number): Promise<Map<string, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-growth-"));
  const postgres = await startPostgres({ dataDir, password: "growth" });
  try {
    await migrate(postgres.url);
    overrideEnv({
      databaseUrl: postgres.url,
      masterKey: "a master key for the bench, long enough to be one",
      logLevel: "silent",
      mode: "production",
    });
    setEventShapes(eventShapes);
    const { ask, requests } = await prepare(scaled(share), say);
    const medians = new Map<string, number>();
    for (const request of requests) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) times.push(await ask(request));
      // The first ones prepare their statements.
      medians.set(request.name, times.slice(20).sort((a, b) => a - b)[(RUNS - 20) / 2]!);
    }
    return medians;
  } finally {
    await database().close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(): void {
  const orders = SHARES.map((share) => FULL.orders * share);
  say(`\n| operation, p50 in ms | ${orders.map((count) => `${count} orders`).join(" | ")} | growth | |`);
  say(`|---|${orders.map(() => "---|").join("")}---|---|`);
  for (const name of columns[0]!.keys()) {
    const times = columns.map((column) => column.get(name)!);
    const growth = times.at(-1)! / times[0]!;
    if (growth > MOST_GROWTH) process.exitCode = 1;
    say(
      `| ${name} | ${times.map((time) => time.toFixed(2)).join(" | ")} | ${growth.toFixed(2)} × | ${growth > MOST_GROWTH ? "MISSED" : "ok"} |`,
    );
  }
}
