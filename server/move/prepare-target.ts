import { runMigrations } from "graphile-worker";
import pg from "pg";
import { migrate } from "#prisma/migrate.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import {
  copyPartitions,
  copySequenceBounds,
  copyTriggers,
  describeSchema,
  listTables,
  silenceTriggers,
} from "./catalogue.ts";
import { fenceTarget, readSource } from "./fence.ts";
import { databaseOf, literal, one, quoted, type Server } from "./servers.ts";

const MOVING = "Gets the service's database by svc cell move from ";

/** @param from the source, as `place (cluster number)` */
export async function requireFree(target: Server, from: string): Promise<"empty" | "half done"> {
  const { comment, tables } = await one<{ comment: string | null; tables: number }>(
    target,
    `select shobj_description(d.oid, 'pg_database') as comment,
            (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_toast%') as tables
       from pg_database d where d.datname = current_database()`,
  );
  if (comment === MOVING + from) return "half done";
  if (comment?.startsWith(MOVING))
    throw new Error(
      `${target.place} gets another database: ${comment}. Name an empty one in --to, or use --abort there.`,
    );
  if (tables > 0)
    throw new Error(
      `${target.place} is not empty (${tables} tables). Make a new database there and name that in --to.`,
    );
  return "empty";
}

/**
 * The target has the source's schema without a row, and is read only for everybody but the move. Again: what is done stays.
 *
 * @param from as in `requireFree`
 */
export async function prepareTarget(source: Server, target: Server, cluster: Server, from: string): Promise<void> {
  const { isOpen } = await readSource(cluster, target.url);
  if (isOpen) {
    await target.rows(`comment on database ${quoted(databaseOf(target.url))} is ${literal(MOVING + from)}`);
    await migrate(target.url);
    const [engine] = await source.rows("select from pg_namespace where nspname = 'graphile_worker'");
    if (engine) await migrateEngine(target.url);
    // Whoever was told of the new address too early writes nothing from here on.
    await fenceTarget(target);
  }
  await copyPartitions(source, target);
  await empty(target);
  await copyTriggers(source, target);
  await requireSameSchema(source, target);
  await copySequenceBounds(source, target);
  await silenceTriggers(target);
}

async function migrateEngine(url: string): Promise<void> {
  const pgPool = new pg.Pool({ ...connectionOptions(url), max: 1 });
  pgPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
  try {
    await runMigrations({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/** What migrations insert comes from the source, too. */
async function empty(target: Server): Promise<void> {
  const names = (await listTables(target)).map(({ name }) => name);
  const filled = await target.rows<{ name: string }>(
    names.map((name) => `(select ${literal(name)} as name from ${name} limit 1)`).join(" union all "),
  );
  if (filled.length === 0) return;
  // Some refuse it. Those that fire for replicated rows, too, are set as at the source in the end.
  const triggers = (what: string) => filled.map(({ name }) => `alter table ${name} ${what} trigger user`).join("; ");
  const all = filled.map(({ name }) => name).join(", ");
  await target.rows(`begin; ${triggers("disable")}; truncate ${all} cascade; ${triggers("enable")}; commit`);
}

/** How the two are made, line by line: also before the pause, as neither may have been changed meanwhile. */
export async function requireSameSchema(source: Server, target: Server): Promise<void> {
  const [here, there] = await Promise.all([describeSchema(source), describeSchema(target)]);
  const [ours, theirs] = [new Set(here), new Set(there)];
  const differ = [
    ...here.filter((line) => !theirs.has(line)).map((line) => `only the source has ${line}`),
    ...there.filter((line) => !ours.has(line)).map((line) => `only the target has ${line}`),
  ];
  if (differ.length === 0) return;
  const more = differ.length > 5 ? `, and ${differ.length - 5} more` : "";
  throw new Error(
    `Source and target are not made alike: ${differ.slice(0, 5).join("; ")}${more}. Run the version that the service runs, and change nothing while it moves; --abort begins anew.`,
  );
}

/** Everything of a half-done move is taken out of the target: it is empty and open as before. */
export async function clearTarget(target: Server): Promise<void> {
  const database = quoted(databaseOf(target.url));
  await target.rows(
    `begin; drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public; grant usage on schema public to public;
     comment on database ${database} is null; alter database ${database} reset default_transaction_read_only; commit`,
  );
}
