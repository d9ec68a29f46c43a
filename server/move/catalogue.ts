import { quoted, type Server } from "./servers.ts";

/**
 * @property name as SQL takes it
 * @property key the columns of its primary key
 * @property isNumbered its primary key is one whole number, so that rows are found by ranges of it
 */
export type Table = { name: string; key: string[]; isNumbered: boolean; bytes: number };

/** What is the service's: its own tables and those of the job engine. */
const OURS = "n.nspname in ('public', 'graphile_worker')";

/** All tables, those that are divided as a whole. */
export async function listTables(server: Server): Promise<Table[]> {
  const rows = await server.rows<{ schema: string; table: string; key: string[]; numbered: boolean; bytes: string }>(`
    select n.nspname as schema, c.relname as table,
           coalesce((select array_agg(a.attname::text order by k.at) from pg_index i
             cross join unnest(i.indkey::int2[]) with ordinality k (attnum, at)
              join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary), '{}') as key,
           exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
                    where i.indrelid = c.oid and i.indisprimary and i.indnkeyatts = 1 and a.atttypid in ('int8'::regtype, 'int4'::regtype)) as numbered,
           coalesce((select sum(pg_table_size(relid)) from pg_partition_tree(c.oid) where isleaf), pg_table_size(c.oid)) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p' and ${OURS}
     order by 1, 2`);
  return rows.map(({ schema, table, key, numbered, bytes }) => ({
    name: `${quoted(schema)}.${quoted(table)}`,
    key: key.map(quoted),
    isNumbered: numbered,
    bytes: Number(bytes),
  }));
}

/**
 * How everything is made that has rows or acts on them, a line each. Names of what a partition has by itself depend on how it was
 * made and are left out.
 */
export async function describeSchema(server: Server): Promise<string[]> {
  const rows = await server.rows<{ line: string }>(`
    with tables as (
      select c.oid, format('%s.%s', n.nspname, c.relname) as name, c.relispartition as is_part, c.relpartbound
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${OURS})
    select format('column %s.%s %s%s%s', t.name, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' end,
                  case when a.attgenerated <> '' then ' generated' end) as line
      from tables t join pg_attribute a on a.attrelid = t.oid where a.attnum > 0 and not a.attisdropped
    union all select format('partition %s %s', t.name, pg_get_expr(t.relpartbound, t.oid)) from tables t where t.is_part
    union all select format('index %s', i.indexrelid::regclass) from pg_index i join tables t on t.oid = i.indrelid where not t.is_part and i.indisvalid
    union all select format('constraint %s of %s', x.conname, t.name) from pg_constraint x join tables t on t.oid = x.conrelid
      where x.contype <> 'n' and not t.is_part
    union all select format('trigger %s of %s', x.tgname, t.name) from pg_trigger x join tables t on t.oid = x.tgrelid
      where not x.tgisinternal and not t.is_part
    union all select format('function %s.%s(%s) %s', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid), md5(p.prosrc))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${OURS} and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('view %s.%s', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('v', 'm') and ${OURS}
    union all select format('sequence %s.%s', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'S' and ${OURS}
    order by 1`);
  return rows.map(({ line }) => line);
}

type Partition = { owner: string; name: string; bound: string };

const listPartitions = (server: Server): Promise<Partition[]> =>
  server.rows(`
    select p.relname as owner, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
      join pg_namespace n on n.oid = c.relnamespace
     where p.relkind = 'p' and c.relkind = 'r' and ${OURS} order by 1, 2`);

/** Gives the empty tables of the target the source's partitions. */
export async function copyPartitions(source: Server, target: Server): Promise<void> {
  const [wanted, there] = await Promise.all([listPartitions(source), listPartitions(target)]);
  const isIn = (list: Partition[], { name, bound }: Partition) =>
    list.some((one) => one.name === name && one.bound === bound);
  for (const part of there.filter((one) => !isIn(wanted, one))) await target.rows(`drop table ${quoted(part.name)}`);
  for (const part of wanted.filter((one) => !isIn(there, one)))
    await target.rows(`create table ${quoted(part.name)} partition of ${quoted(part.owner)} ${part.bound}`);
}

type Sequence = { name: string; options: string; last: string | null };

const listSequences = (server: Server): Promise<Sequence[]> =>
  server.rows(`
    select format('%I.%I', n.nspname, c.relname) as name, pg_sequence_last_value(c.oid)::text as last,
           format('as %s increment %s minvalue %s maxvalue %s start %s cache %s %s', format_type(s.seqtypid, null), s.seqincrement, s.seqmin, s.seqmax,
                  s.seqstart, s.seqcache, case when s.seqcycle then 'cycle' else 'no cycle' end) as options
      from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} order by 1`);

/** The bounds of each sequence, which are no part of the migrations where a database is a cell's. */
export async function copySequenceBounds(source: Server, target: Server): Promise<void> {
  const there = new Map((await listSequences(target)).map(({ name, options }) => [name, options]));
  for (const { name, options } of await listSequences(source))
    if (there.has(name) && there.get(name) !== options) await target.rows(`alter sequence ${name} ${options} restart`);
}

/** Where each sequence stands: no number is given twice. The commit has all that was replicated before on the disk. */
export async function copySequenceValues(source: Server, target: Server): Promise<void> {
  const used = (await listSequences(source)).filter(({ last }) => last !== null);
  await target.rows("select setval(name::regclass, last) from unnest($1::text[], $2::bigint[]) as s (name, last)", [
    used.map(({ name }) => name),
    used.map(({ last }) => last),
  ]);
}

/** What is made where it is needed, and by no migration: a cell's triggers, and what it takes to publish a table by rows. */
export async function copyTriggers(source: Server, target: Server): Promise<void> {
  const triggers = (server: Server) =>
    server.rows<{ key: string; text: string }>(`
      select format('%s %s', t.tgrelid::regclass, t.tgname) as key, pg_get_triggerdef(t.oid) as text
        from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
       where not t.tgisinternal and not c.relispartition and ${OURS}`);
  const there = new Set((await triggers(target)).map(({ key }) => key));
  for (const { key, text } of await triggers(source)) if (!there.has(key)) await target.rows(text);
  const full = await source.rows<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relreplident = 'f' and not c.relispartition and ${OURS}`);
  for (const { name } of full) await target.rows(`alter table ${name} replica identity full`);
}

type Always = { table: string; trigger: string; how: string };

/** Triggers that fire for what is replicated, too. */
const listAlways = (server: Server): Promise<Always[]> =>
  server.rows(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(t.tgname) as trigger, case t.tgenabled when 'A' then 'always' else 'replica' end as how
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where t.tgenabled in ('A', 'R') and not t.tgisinternal and ${OURS}`);

/** What they write at the source is replicated: at the target it would be there twice. */
export async function silenceTriggers(target: Server): Promise<void> {
  for (const { table, trigger } of await listAlways(target))
    await target.rows(`alter table ${table} disable trigger ${trigger}`);
}

/** As at the source. */
export async function wakeTriggers(source: Server, target: Server): Promise<void> {
  for (const { table, trigger, how } of await listAlways(source))
    await target.rows(`alter table ${table} enable ${how} trigger ${trigger}`);
}
