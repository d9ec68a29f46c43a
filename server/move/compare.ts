import { listTables, type Table } from "./catalogue.ts";
import type { Server } from "./servers.ts";

/** Rows of a numbered table that are compared together. */
const CHUNK = 5_000;
/** Tables with less are compared whole in the pause. */
const SMALL_BYTES = 2_000_000;
const PASSES = 5;
/** The table that the move itself writes, on both sides. */
const OWN = '"public"."moves"';

/** What the rows of a part of a table come to: how many there are, and the sum of their hashes. */
type Sums = Map<string, string>;
type Compared = { table: Table; rows: number; open: string[]; from: string };

/**
 * What was found equal while the source was written to, and what is left for the pause.
 *
 * @property rows how many rows were the same on both sides
 */
export type Comparison = { rows: number; left: Compared[] };

/**
 * Compares all rows of large tables, part by part, while both go on: a part that differs because it is being written is
 * compared again, and at last in the pause. Small tables are left for that altogether.
 */
export async function compareAhead(source: Server, target: Server): Promise<Comparison> {
  const left: Compared[] = [];
  let rows = 0;
  for (const table of await listTables(source)) {
    if (table.name === OWN) continue;
    if (table.bytes < SMALL_BYTES) {
      left.push({ table, rows: 0, open: [], from: "" });
      continue;
    }
    const compared = await comparePasses(source, target, table);
    rows += compared.rows;
    left.push(compared);
  }
  return { rows, left };
}

async function comparePasses(source: Server, target: Server, table: Table): Promise<Compared> {
  const equal = new Map<string, number>();
  let open: string[] = [];
  let newest = "";
  for (let pass = 0; pass < PASSES; pass++) {
    const text = sumsOf(table, pass === 0 ? "" : limitedTo(table, open));
    const [here, there] = await Promise.all([sums(source, text), sums(target, text)]);
    open = [...new Set([...here.keys(), ...there.keys()])].filter((part) => here.get(part) !== there.get(part));
    for (const [part, sum] of here) if (!open.includes(part)) equal.set(part, Number(sum.split(" ")[0]));
    if (pass === 0 && table.isNumbered) newest = [...here.keys()].sort((a, b) => Number(a) - Number(b)).at(-1) ?? "0";
    if (open.length === 0) break;
  }
  // The newest part goes on being written.
  const last = table.isNumbered ? newest : "";
  open = open.filter((part) => last === "" || Number(part) < Number(last));
  for (const part of [...open, last]) equal.delete(part);
  const rows = [...equal].reduce((all, [part, n]) => all + (last !== "" && Number(part) >= Number(last) ? 0 : n), 0);
  return { table, rows, open, from: last };
}

/**
 * In the pause: everything that was not found equal before, and the heads of all chains. Throws, with what differs.
 *
 * @returns how many rows were the same, with those of before
 */
export async function compareRest(source: Server, target: Server, { rows, left }: Comparison): Promise<number> {
  const statements = left.flatMap(({ table, open, from }) => {
    const where = [open.length > 0 && limitedTo(table, open), from !== "" && since(table, from)].filter(Boolean);
    const isDone = table.bytes >= SMALL_BYTES && where.length === 0;
    return isDone ? [] : [{ name: table.name, text: sumsOf(table, where.join(" or ")) }];
  });
  statements.push({ name: "the heads of the chains", text: HEADS });
  // One message for all: what takes longest is to wait for each.
  const text = statements.map(({ text }, i) => `select ${i} as i, part, sum from (${text}) s`).join(" union all ");
  const [here, there] = await Promise.all([
    source.rows<Part & { i: number }>(text),
    target.rows<Part & { i: number }>(text),
  ]);
  const said = (all: (Part & { i: number })[]) => new Map(all.map(({ i, part, sum }) => [`${i} ${part}`, sum]));
  const [ours, theirs] = [said(here), said(there)];
  const wrong = [...new Set([...ours.keys(), ...theirs.keys()])].filter((key) => ours.get(key) !== theirs.get(key));
  if (wrong.length > 0) {
    const names = [...new Set(wrong.map((key) => statements[Number.parseInt(key, 10)]!.name))];
    throw new Error(`The target is not the same as the source: ${names.join(", ")} (rows and hashes differ).`);
  }
  return here.reduce((all, { i, sum }) => all + (i === statements.length - 1 ? 0 : Number(sum.split(" ")[0])), rows);
}

type Part = { part: string; sum: string };

async function sums(server: Server, text: string): Promise<Sums> {
  return new Map((await server.rows<Part>(text)).map(({ part, sum }) => [part, sum]));
}

const partOf = ({ key, isNumbered }: Table): string =>
  isNumbered ? `(t.${key[0]} / ${CHUNK})::text` : `left(md5(${textOf(key)}), 2)`;

const textOf = (key: string[]): string => `row(${key.map((column) => `t.${column}`).join(", ")})::text`;

/** Sixty bits of each row's hash, added up: in whatever order rows come. */
const sumsOf = (table: Table, where: string): string => `
  select ${partOf(table)} as part, count(*) || ' ' || sum(('x' || left(md5(t::text), 15))::bit(60)::bigint) as sum
    from ${table.name} t ${where === "" ? "" : `where ${where}`} group by 1`;

function limitedTo(table: Table, parts: string[]): string {
  if (!table.isNumbered) return `${partOf(table)} in (${parts.map((part) => `'${part}'`).join(", ")})`;
  const key = `t.${table.key[0]}`;
  return parts
    .map((part) => `${key} >= ${Number(part) * CHUNK} and ${key} < ${(Number(part) + 1) * CHUNK}`)
    .join(" or ");
}

const since = (table: Table, part: string): string => `t.${table.key[0]} >= ${Number(part) * CHUNK}`;

/** Of each account the head that its wallet names and its last entry; of the audit log its last seal. */
const HEADS = `
  select 'ledger' as part, count(*) || ' ' || coalesce(md5(string_agg(w.account_id || ':' || w.balance || ':' || encode(w.head_hash, 'hex') || ':'
           || coalesce(e.sequence || ':' || encode(e.hash, 'hex'), ''), ',' order by w.account_id)), '') as sum
    from wallets w left join lateral (
      select sequence, hash from ledger_entries where account_id = w.account_id order by sequence desc limit 1) e on true
  union all
  select 'audit', coalesce(max(sequence), 0) || ' ' || coalesce((select encode(hash, 'hex') from audit_seals order by sequence desc limit 1), '')
    from audit_seals`;
