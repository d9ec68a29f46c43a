import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";
import { startPostgres } from "#server/process/embedded-postgres.ts";
import { diffTables } from "./diff-tables.ts";
import { compareFunctions, diffFunctions } from "./functions.ts";
import { migrate, readMigrations } from "./migrate.ts";

/**
 * `npm run db:diff`: prints the SQL that is missing between the migrations and what the tables (`schema.prisma`) and the
 * functions (`prisma/functions`) shall be. `npm run db:diff -- <name>` writes it as the next migration, applies that to a
 * database of its own and says what it did not bring about.
 */
const [name] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), "svc-diff-"));
const postgres = await startPostgres({ dataDir, password: "diff", settings: ["fsync=off"] });
try {
  await migrate(postgres.url);
  const script = await missing(postgres.url);
  if (!name || !script) process.stdout.write(script ? `${script}\n` : "Nothing is missing in the migrations.\n");
  else await writeMigration(name, script);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Functions may need the tables as they will be, so those are changed first, in a copy. */
async function missing(url: string): Promise<string> {
  const tables = await diffTables(url);
  await withClient(url.replace("/service?", "/postgres?"), (client) =>
    client.query("create database changed template service"),
  );
  const functions = await withClient(url.replace("/service?", "/changed?"), async (client) => {
    if (tables) await client.query(tables);
    return diffFunctions(client);
  });
  return [tables, functions].filter(Boolean).join("\n\n");
}

async function writeMigration(name: string, script: string): Promise<void> {
  const number = Number(readMigrations().at(-1)!.name.slice(0, 4)) + 1;
  const folder = join(import.meta.dirname, "migrations", `${String(number).padStart(4, "0")}_${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), `${script}\n`);
  process.stdout.write(`Written: ${folder}/migration.sql. Say in its first lines what it is for.\n`);
  await migrate(postgres.url);
  const left = [
    await diffTables(postgres.url),
    ...(await withClient(postgres.url, (client) => compareFunctions(client))),
  ];
  for (const line of left.filter(Boolean)) process.stdout.write(`Still missing, to be written by hand: ${line}\n`);
  if (left.some(Boolean)) process.exitCode = 1;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionOptions(url));
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
