import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { sumSales } from "#server/domain/control/sales/index.ts";
import { sumJournal } from "#server/domain/money/books/index.ts";
import { createOperator } from "#server/domain/people/staff/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { HOUR } from "#server/kernel/time.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { ensureBuild } from "#server/process/ensure-build.ts";
import { fillPlatform } from "./fill-platform.ts";
import { signIn } from "./sign-in.ts";

// How long the operator area's pages take on a large platform, by hand: npm run bench:operator -- [orders] [folder]
// A folder that is named is kept, and not filled again. What the database itself took for a page, at best, and how many blocks of
// tables and indexes it read for it, are what a busy machine does not change.

const SIZE = { accounts: 2_000, orders: Number(process.argv[2] ?? 1_000_000) };
const PORT = Number(process.env.PORT ?? 3_976);
const MASTER_KEY = "a master key for the bench, long enough to be one";
const PERSON = { email: "bench@platform.example", password: "correct horse battery staple" };
const WANTED_MS = 150;
const TIMES = 15;
/** From here on the dearest statement is named. */
const DEAR_MS = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);
const LAST = `ACC-${String(SIZE.accounts).padStart(8, "0")}`;

const PAGES = [
  "",
  "/review",
  `/review/ACT-${Math.floor(SIZE.orders / 20) + 1}`,
  "/incidents",
  "/incidents/200",
  "/health",
  "/orders",
  "/orders?status=delivered",
  "/orders?status=failed",
  "/orders?status=queued",
  "/esims",
  "/esims?status=activated",
  "/esims?status=expired",
  "/esims?status=suspended",
  "/esims?status=provisioning",
  "/search?q=shop-77",
  "/search?q=007777",
  "/search?q=89440000000000077",
  "/search?q=person77",
  "/search?q=B2B-77777",
  "/accounts",
  "/accounts?search=kontor+nummer+77",
  `/accounts/${LAST}`,
  `/accounts/${LAST}?tab=people`,
  `/accounts/${LAST}?tab=prices`,
  `/accounts/${LAST}?tab=money`,
  "/announcements",
  "/funding",
  "/funding/new",
  "/pricing",
  "/fx",
  "/fx?currency=EUR",
  "/numbers",
  "/numbers?by=country",
  "/numbers?by=package",
  "/books",
  "/statements",
  "/statements/1",
  "/numbers?by=account",
  "/numbers?by=account&from=2020-01-01",
  "/suppliers",
  "/suppliers/esimaccess",
  "/audit",
  "/audit?area=fx",
  "/audit?search=person77%40",
  "/audit?search=svc_live_7",
  "/audit?search=nobody",
];

const kept = process.argv[3];
const dataDir = kept ?? mkdtempSync(join(tmpdir(), "svc-bench-"));
await ensureBuild(say);
const postgres = await startPostgres({
  dataDir,
  password: "bench",
  settings: [
    ...["fsync=off", "full_page_writes=off", "max_wal_size=8GB", "shared_preload_libraries=pg_stat_statements"],
    ...["pg_stat_statements.track=all", "shared_buffers=512MB"],
  ],
});
let missed = 0;
try {
  await migrate(postgres.url);
  overrideEnv({
    databaseUrl: postgres.url,
    masterKey: MASTER_KEY,
    logLevel: "error",
    checkpointDir: join(dataDir, "checkpoints"),
  });
  const ctx = systemContext({ kind: "command", name: "bench" });
  await seed(ctx);
  say(`${SIZE.accounts} accounts and ${SIZE.orders} orders:`);
  await database().query(sql`create schema if not exists measured`);
  await database().query(sql`create extension if not exists pg_stat_statements schema measured`);
  const filled = await database().query(sql`select from webhook_endpoints limit 1`);
  if (filled.length === 0) {
    await createOperator(ctx, PERSON);
    const patient = openDatabase(postgres.url, 2, { longest: 1_800_000 });
    await fillPlatform(patient, SIZE, say).finally(() => patient.close());
  }
  const took = async (what: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    const result = await work();
    say(`  ${what}: ${Math.round(performance.now() - started)} ms (${result})`);
  };
  // As the job does every hour; what was filled in is not in the order of its time, so that the last hour is left out by the clock.
  const later = { ...ctx, clock: { now: () => new Date(Date.now() + 2 * HOUR) } };
  await took("the journal summed up, movements", () => sumJournal(later));
  await took("sales summed up for the first time, days", () => sumSales(ctx));
  await took("summed up again, days", () => sumSales(ctx));
  await measure();
} finally {
  await database().close();
  await postgres.stop();
  if (!kept) rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;

async function measure(): Promise<void> {
  const server = fork("server/main.ts", ["--web"], {
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      MASTER_KEY,
      PORT: String(PORT),
      DATA_DIR: join(dataDir, "web"),
      SIMULATOR: "off",
      LOG_LEVEL: "error",
      FX_URL: "http://127.0.0.1:1/",
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("exit", (code) => reject(new Error(`The service ended with ${code}.`)));
      server.stdout?.on("data", (chunk) => String(chunk).includes("Ready on") && resolve());
    });
    const cookie = await signIn(`http://localhost:${PORT}`, PERSON, /\/second-factor$/);
    // As if a passkey had been shown: a browser without a person has none.
    await database().query(sql`update sessions set second_factor_at = created_at`);
    say("\n| page | median | slowest of 15 | database at best | blocks | wanted | |\n|---|---|---|---|---|---|---|");
    const empty = await time("/sign-in", "");
    say(`| /sign-in, for comparison | ${empty.median} ms | ${empty.slowest} ms | | | | |`);
    // What the overview asks for every ten seconds.
    for (const path of [...PAGES.map((page) => `/operator${page}`), "/api/trpc/people/operator.board"]) {
      await database().query(sql`select measured.pg_stat_statements_reset()`);
      const { median, slowest } = await time(path, cookie);
      const { ms, blocks, dearest } = await tookInDatabase();
      if (median > WANTED_MS) missed++;
      say(
        `| ${path} | ${median} ms | ${slowest} ms | ${ms} ms | ${blocks} | ≤ ${WANTED_MS} ms | ${median > WANTED_MS ? "MISSED" : "ok"} |`,
      );
      if (ms > DEAR_MS) say(`  ${dearest}`);
    }
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
  }
}

/** Of every statement that a page sends, at its best. */
async function tookInDatabase(): Promise<{ ms: number; blocks: number; dearest: string }> {
  const [row] = await database().query<{ ms: number; blocks: number; dearest: string }>({
    text: `select coalesce(round(sum(min_exec_time)), 0)::int as ms, coalesce(round(sum((shared_blks_hit + shared_blks_read) / calls)), 0)::int as blocks,
                  coalesce((array_agg(round(min_exec_time) || ' ms: ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 160) order by min_exec_time desc))[1], '') as dearest
             from measured.pg_stat_statements where toplevel and calls >= ${TIMES} and query not like '%pg_stat_statements%'`,
    values: [],
    name: "",
  });
  return row!;
}

/** From the request to the last byte of the page. */
async function time(path: string, cookie: string): Promise<{ median: number; slowest: number }> {
  const times: number[] = [];
  for (let i = 0; i < TIMES + 3; i++) {
    const started = performance.now();
    const answer = await fetch(`http://localhost:${PORT}${path}`, {
      headers: { cookie, "x-svc-portal": "1" },
      redirect: "manual",
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    if (i >= 3) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { median: Math.round(times[TIMES >> 1]!), slowest: Math.round(times.at(-1)!) };
}
