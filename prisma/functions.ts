import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";

const FOLDER = join(import.meta.dirname, "functions");
/** In the order in which they may need each other. */
const KINDS = ["type", "view", "function", "aggregate", "trigger"];

/** One `create …` of a file in `prisma/functions`, with the comment before it. The key is its kind and name. */
export type Definition = { key: string; file: string; text: string };

/** By key, as PostgreSQL writes it down. */
type Catalogue = Map<string, string>;

export function readDefinitions(): Definition[] {
  const definitions = readdirSync(FOLDER)
    .sort()
    .flatMap((file) => splitFile(file, readFileSync(join(FOLDER, file), "utf8")));
  const twice = definitions.filter(({ key }, i) => definitions.findIndex((other) => other.key === key) !== i);
  if (twice.length > 0)
    throw new Error(`Defined twice: ${twice.map(({ key, file }) => `${key} (${file})`).join(", ")}`);
  return definitions;
}

/** A statement ends with a line that ends with a semicolon, outside `$$`. */
export function splitFile(file: string, content: string): Definition[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let quoted = false;
  for (const line of content.trimEnd().split("\n")) {
    lines.push(line);
    if (line.split("$$").length % 2 === 0) quoted = !quoted;
    if (quoted || line.startsWith("--") || !line.endsWith(";")) continue;
    statements.push(lines.join("\n").trim());
    lines = [];
  }
  if (lines.length > 0) throw new Error(`${file}: the last statement has no end`);
  return statements.map((text) => {
    const [, kind, name] =
      /^create (?:or replace )?(?:constraint )?(type|view|function|aggregate|trigger) (\w+)/m.exec(text) ?? [];
    if (!kind) throw new Error(`${file}: this defines nothing: ${text}`);
    return { key: `${kind} ${name}`, file, text };
  });
}

/** What the files say otherwise than the database, one sentence each. */
export async function compareFunctions(client: pg.ClientBase, definitions = readDefinitions()): Promise<string[]> {
  const [found, wanted] = [await catalogue(client), await described(client, definitions)];
  return differing(found, wanted).map((key) => {
    const file = definitions.find((definition) => definition.key === key)?.file;
    if (!file) return `${key} of the database is in no file of prisma/functions`;
    return found.has(key) ? `${file}: ${key} differs from the database` : `${file}: ${key} is not in the database`;
  });
}

/**
 * The SQL that brings the database to the files, empty when it is there. What cannot be replaced where it stands, such as a
 * function that returns something else, is dropped and made anew together with what needs it.
 */
export async function diffFunctions(client: pg.ClientBase, definitions = readDefinitions()): Promise<string> {
  const wanted = await described(client, definitions);
  return undone(client, async () => {
    const found = await catalogue(client);
    for (const key of differing(found, wanted)) {
      const definition = definitions.find((one) => one.key === key);
      if (found.has(key) && !(definition && (await isReplaceable(client, definition, wanted))))
        await client.query(`${drop(key, found.get(key)!)} cascade`);
    }
    const kept = await catalogue(client);
    const dropped = [...found].filter(([key]) => !kept.has(key)).map(([key, text]) => ({ key, text }));
    const made = definitions.filter(({ key }) => kept.get(key) !== wanted.get(key));
    return [
      ...inOrder(dropped)
        .reverse()
        .map(({ key, text }) => `${drop(key, text).replace("if exists ", "")};`),
      ...inOrder(made).map(({ text }) => text),
    ].join("\n\n");
  });
}

/** What the database would hold if it had been made from the files. */
async function described(client: pg.ClientBase, definitions: Definition[]): Promise<Catalogue> {
  return undone(client, async () => {
    for (const [key, text] of await catalogue(client)) await client.query(`${drop(key, text)} cascade`);
    for (const { file, text } of inOrder(definitions))
      await client.query(text).catch((error: Error) => {
        throw new Error(`${file}: ${error.message}`);
      });
    return catalogue(client);
  });
}

async function isReplaceable(client: pg.ClientBase, { key, text }: Definition, wanted: Catalogue): Promise<boolean> {
  await client.query("savepoint tried");
  const done = await client.query(text).then(
    async () => (await catalogue(client)).get(key) === wanted.get(key),
    () => false,
  );
  await client.query("rollback to savepoint tried");
  return done;
}

/** Bodies are not looked into: they may name what is made later. */
async function undone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin; set local check_function_bodies = off; set local client_min_messages = error");
  try {
    return await work();
  } finally {
    await client.query("rollback");
  }
}

function differing(found: Catalogue, wanted: Catalogue): string[] {
  const keys = new Set([...found.keys(), ...wanted.keys()]);
  return [...keys].filter((key) => found.get(key) !== wanted.get(key)).sort();
}

function drop(key: string, text: string): string {
  const [kind, name] = key.split(" ");
  const [, table] = / ON public\.(\w+) /.exec(text) ?? [];
  return kind === "trigger"
    ? `drop trigger if exists ${name} on ${table}`
    : `drop ${kind === "aggregate" ? "routine" : kind} if exists ${name}`;
}

/** What is named by another comes before it. */
function inOrder<T extends { key: string; text: string }>(all: T[]): T[] {
  const waiting = all
    .map((one) => ({
      one,
      kind: one.key.split(" ")[0]!,
      name: one.key.split(" ")[1]!,
      words: new Set(one.text.match(/\w+/g)),
    }))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const ordered: T[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex((next) =>
      waiting.every((other) => other === next || other.kind === "trigger" || !next.words.has(other.name)),
    );
    ordered.push(waiting.splice(Math.max(free, 0), 1)[0]!.one);
  }
  return ordered;
}

async function catalogue(client: pg.ClientBase): Promise<Catalogue> {
  const { rows } = await client.query<{ key: string; text: string }>(`
    select key, string_agg(text, E'\\n' order by text) as text from (
      select 'function ' || proname as key, pg_get_functiondef(oid) as text
        from pg_proc where pronamespace = 'public'::regnamespace and prokind <> 'a'
      union all
      select 'aggregate ' || p.proname, concat_ws(' ', pg_get_function_arguments(p.oid), a.aggtransfn, a.aggtranstype::regtype, a.aggfinalfn, a.agginitval)
        from pg_aggregate a join pg_proc p on p.oid = a.aggfnoid where p.pronamespace = 'public'::regnamespace
      union all
      select 'type ' || t.typname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
        from pg_type t join pg_class c on c.oid = t.typrelid and c.relkind = 'c' join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
       where t.typnamespace = 'public'::regnamespace group by t.typname
      union all
      select 'view ' || viewname, definition from pg_views where schemaname = 'public'
      union all
      select 'trigger ' || t.tgname, pg_get_triggerdef(t.oid) || case t.tgenabled when 'O' then '' else ' (not enabled)' end
        from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    ) defined group by key`);
  return new Map(rows.map(({ key, text }) => [key, text]));
}
