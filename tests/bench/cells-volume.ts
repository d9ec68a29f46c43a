import { fork } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { seed } from "#prisma/seed.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { makeCheckpoint } from "#server/domain/money/ledger/index.ts";
import { hashEntry } from "#server/domain/money/ledger/verify-chain.ts";
import { systemContext } from "#server/kernel/context.ts";
import { connectionOptions, database } from "#server/kernel/db.ts";
import { NO_LINK } from "#server/kernel/hash-chain.ts";
import { onFourCells, type Place, settle } from "./four-cells.ts";
import { say } from "./table.ts";

// What fifty million ledger entries of ten thousand accounts weigh and cost in four cells: loaded by COPY, then a vacuum and the
// nightly audit. It takes some 60 GB of disk: `npm run scale:volume`; `npm run scale:volume -- 100 100000` for a try.

const ACCOUNTS = Number(process.argv[2] ?? 10_000);
const ENTRIES = Number(process.argv[3] ?? 50_000_000);
const CELLS = 4;
const EACH = ENTRIES / ACCOUNTS;
/** Accounts of one COPY. */
const CHUNK = 100;
/** Of the times: the newest entry of each account is of today. */
const APART_MS = 60_000;
const TABLES = ["ledger_entries", "wallet_bookings", "journal_movements"] as const;

type Measured = {
  name: string;
  entries: number;
  loadSeconds: number;
  vacuumSeconds: number;
  /** Per ledger entry: rows, indexes. */
  bytes: Record<(typeof TABLES)[number], [rows: number, indexes: number]>;
  databaseBytes: number;
};
type Audited = { name: string; chainsSeconds: number; seconds: number; slowest: number; broken: string[] };

/** One cell: gets its share of accounts and entries, or is audited. */
async function work(task: "load" | "audit", place: Place, dataDir: string): Promise<Measured | Audited> {
  settle(place, dataDir);
  const client = new pg.Client(connectionOptions(place.url));
  await client.connect();
  await client.query("set statement_timeout = 0");
  try {
    return task === "load" ? await load(client, place, dataDir) : await audit(place);
  } finally {
    await client.end();
    await database().close();
  }
}

async function load(client: pg.Client, place: Place, dataDir: string): Promise<Measured> {
  if (place.number === 1) await seed(systemContext({ kind: "command", name: "bench" }));
  // The books are loaded as the entries are, not made of them by triggers; nor have these accounts shops with names.
  await client.query("set session_replication_role = replica");
  const { rows: accounts } = await client.query<{ id: number; code: string }>(
    `insert into accounts (code, company_name, email, currency)
     select 'ACC-' || lpad(($1::int * 1000000 + i)::text, 8, '0'), 'Volume Travel ' || i, 'volume' || i || '@example.com', 'USD'
       from generate_series(1, $2::int) i returning id, code`,
    [place.number, ACCOUNTS / CELLS],
  );
  await client.query("set synchronous_commit = off");
  const folder = join(dataDir, `copy-${place.number}`);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const started = performance.now();
  const first = await firstIds(client);
  for (let at = 0; at < accounts.length; at += CHUNK) {
    const chunk = accounts.slice(at, at + CHUNK);
    const heads = writeFiles(folder, chunk, first, at * EACH);
    for (const table of TABLES) await client.query(`copy ${table} from '${join(folder, table)}'`);
    await client.query(
      `insert into wallets (account_id, balance, sequence, head_hash)
       select * from unnest($1::int[], $2::numeric[], $3::bigint[], $4::bytea[])
           on conflict (account_id) do update set balance = excluded.balance, sequence = excluded.sequence, head_hash = excluded.head_hash`,
      [
        chunk.map(({ id }) => id),
        heads.map(({ balance }) => balance),
        heads.map(() => EACH),
        heads.map(({ hash }) => Buffer.from(hash, "hex")),
      ],
    );
  }
  for (const table of TABLES)
    await client.query(`select setval('${table}_id_seq', ${first[table] + accounts.length * EACH})`);
  rmSync(folder, { recursive: true });
  const loaded = performance.now();
  await client.query("set session_replication_role = origin");
  await client.query("vacuum (analyze)");
  const vacuumed = performance.now();
  const entries = accounts.length * EACH;
  return {
    name: place.cell!,
    entries,
    loadSeconds: (loaded - started) / 1_000,
    vacuumSeconds: (vacuumed - loaded) / 1_000,
    bytes: await bytesPerEntry(client, entries),
    databaseBytes: Number((await client.query("select pg_database_size(current_database()) as n")).rows[0].n),
  };
}

type Ids = Record<(typeof TABLES)[number], number>;

/** Ids are of the cell's own range. */
async function firstIds(client: pg.Client): Promise<Ids> {
  const ids: Partial<Ids> = {};
  for (const table of TABLES)
    ids[table] = Number((await client.query(`select nextval('${table}_id_seq') as id`)).rows[0].id);
  return ids as Ids;
}

type Head = { balance: string; hash: string };

/** A file per table, as COPY reads it: deposits and corrections, each with its booking and its movement. */
function writeFiles(folder: string, accounts: { id: number; code: string }[], first: Ids, before: number): Head[] {
  const files = TABLES.map((table) => openSync(join(folder, table), "w", 0o644));
  const newest = Math.floor(Date.now() / 1_000) * 1_000;
  const heads = accounts.map(({ id: accountId, code }, place) => {
    let [hash, balance] = [NO_LINK, 0];
    const texts = TABLES.map(() => "");
    for (let i = 1; i <= EACH; i++) {
      const number = before + place * EACH + i;
      const isDeposit = i % 10 === 1;
      const type = isDeposit ? "deposit" : "adjustment";
      const amount = isDeposit ? 45 : -5;
      const at = new Date(newest - (EACH - i) * APART_MS).toISOString();
      const id = String(first.ledger_entries + number);
      const cause = `${type}:${accountId}-${i}`;
      const entry = {
        id,
        account_id: String(accountId),
        sequence: String(i),
        type,
        amount: `${amount}.0000`,
        currency: "USD",
        balance_before: `${balance}.0000`,
        balance_after: `${balance + amount}.0000`,
        credit_usable: "0.0000",
        cause,
        description: `Order B2B-${id}: 1 × Türkiye 1 GB 7 Days`,
        created_at: at,
        hash: "",
      };
      hash = hashEntry(hash, entry);
      balance += amount;
      entry.hash = `\\\\x${hash}`;
      texts[0] += `${Object.values(entry).join("\t")}\n`;
      texts[1] += `${first.wallet_bookings + number}\t${accountId}\t${cause}\t${type}\t${amount}\tcommand\tcommand:bench\tMeasured only\t${at}\n`;
      const [debit, credit] = isDeposit ? ["bank", `wallet:${code}`] : [`wallet:${code}`, "goodwill"];
      texts[2] += `${first.journal_movements + number}\t${debit}\t${credit}\tUSD\t${Math.abs(amount)}\t${cause}\t${at}\n`;
    }
    for (const [i, file] of files.entries()) writeSync(file, texts[i]!);
    return { balance: String(balance), hash };
  });
  for (const file of files) closeSync(file);
  return heads;
}

async function bytesPerEntry(client: pg.Client, entries: number): Promise<Measured["bytes"]> {
  const bytes: Partial<Measured["bytes"]> = {};
  for (const table of TABLES) {
    const { rows } = await client.query(
      `select pg_table_size('${table}') as rows, pg_indexes_size('${table}') as indexes`,
    );
    bytes[table] = [Number(rows[0].rows) / entries, Number(rows[0].indexes) / entries];
  }
  return bytes as Measured["bytes"];
}

/** Every chain verified for the first checkpoint, as in the first night; then the audit, as in each night. */
async function audit({ cell }: Place): Promise<Audited> {
  const ctx = systemContext({ kind: "command", name: "bench" });
  await openKeyring(database());
  const started = performance.now();
  await makeCheckpoint(ctx);
  const signed = performance.now();
  const rules: number[] = [];
  let last = signed;
  const onProgress = async () => {
    rules.push(performance.now() - last);
    last = performance.now();
  };
  const { failures } = await checkInvariants(ctx, { onProgress });
  const ended = performance.now();
  return {
    name: cell!,
    chainsSeconds: (signed - started) / 1_000,
    seconds: (ended - signed) / 1_000,
    slowest: Math.max(...rules) / 1_000,
    broken: failures.map(({ invariant, examples }) => `${invariant} ${examples}`),
  };
}

function inChild<T>(task: "load" | "audit", place: Place, dataDir: string): Promise<T> {
  const child = fork(import.meta.filename, process.argv.slice(2), {
    env: { ...process.env, TASK: JSON.stringify([task, place, dataDir]) },
  });
  return new Promise((resolve, reject) => {
    child.once("message", (told) => resolve(told as T));
    child.once("exit", (code) => reject(new Error(`The process of ${place.cell} ended with ${code}.`)));
  });
}

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1);
const shown = (numbers: number[]) => numbers.map((number) => number.toFixed(0)).join(" + ");

async function main(): Promise<void> {
  const settings = ["max_wal_size=16GB", "autovacuum=off", "shared_buffers=1GB", "maintenance_work_mem=512MB"];
  await onFourCells(settings, async ({ dataDir, home, makeOthers }) => {
    chmodSync(dataDir, 0o755);
    const loaded = [await inChild<Measured>("load", home, dataDir)];
    const places = [home];
    for await (const place of makeOthers()) places.push(place);
    for (const place of places.slice(1)) loaded.push(await inChild<Measured>("load", place, dataDir));
    say(
      "\n| cell | entries | loaded, s | vacuum, s | database, GB | bytes an entry: rows + indexes | its booking | its movement |",
    );
    say("|---|---|---|---|---|---|---|---|");
    for (const { name, entries, loadSeconds, vacuumSeconds, databaseBytes, bytes } of loaded)
      say(
        `| ${name} | ${entries} | ${loadSeconds.toFixed(0)} | ${vacuumSeconds.toFixed(0)} | ${gigabytes(databaseBytes)} | ${shown(bytes.ledger_entries)} | ${shown(bytes.wallet_bookings)} | ${shown(bytes.journal_movements)} |`,
      );
    say("\n| cell | all chains, s | audit, s | its slowest rule |");
    say("|---|---|---|---|");
    for (const place of places) {
      const { name, chainsSeconds, seconds, slowest, broken } = await inChild<Audited>("audit", place, dataDir);
      say(
        `| ${name} | ${chainsSeconds.toFixed(0)} | ${seconds.toFixed(0)} | ${slowest.toFixed(0)} |${broken.length > 0 ? ` BROKEN: ${broken.join("; ")}` : ""}`,
      );
      if (broken.length > 0) process.exitCode = 1;
    }
  });
}

if (process.send) process.send(await work(...(JSON.parse(process.env.TASK!) as Parameters<typeof work>)));
else await main();
