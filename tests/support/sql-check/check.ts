import ts from "typescript";
import { fieldOf } from "#server/kernel/column-names.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { type Column, type Description, describeTexts } from "./describe.ts";
import { type DatabaseType, isBeyondJson, kindsOf, readTypes } from "./kinds.ts";
import { placeOf, type Sources } from "./sources.ts";
import { type Finding, placeIn, type Statement, statementsOf, type Unread } from "./statements.ts";
import type { Given } from "./value.ts";

type Known = {
  checker: ts.TypeChecker;
  types: Map<number, DatabaseType>;
  /** Columns of tables, by table and number. */
  columns: Map<string, { table: string; name: string; canBeNull: boolean }>;
};

/** Holds every statement of the sources against the database, which runs none of them. */
export async function checkStatements(
  sources: Sources,
  db: Database,
  url: string,
): Promise<{ findings: string[]; unread: Unread[] }> {
  const { statements, unread } = statementsOf(sources);
  const descriptions = await describeTexts(url, [...new Set(statements.map(({ text }) => text))]);
  const known: Known = { checker: sources.checker, ...(await readCatalogue(db, [...descriptions.values()])) };
  const findings = statements.flatMap((statement) => faultsOf(statement, descriptions.get(statement.text)!, known));
  return { findings: [...new Set(findings.map(({ place, says }) => `${place} ${says}`))].sort(), unread };
}

async function readCatalogue(db: Database, descriptions: Description[]): Promise<Pick<Known, "types" | "columns">> {
  const understood = descriptions.filter((each) => "columns" in each);
  const columns = understood.flatMap((each) => each.columns);
  const types = await readTypes(db, [
    ...new Set([...understood.flatMap(({ parameters }) => parameters), ...columns.map(({ type }) => type)]),
  ]);
  const tables = [...new Set(columns.map(({ table }) => table))];
  // Lists are never null by their model, although the columns that Prisma makes of them do not say so.
  const rows = await db.query<{ place: string; table: string; name: string; canBeNull: boolean }>(sql`
    select attrelid || '.' || attnum as place, relname::text as table, attname::text as name, not attnotnull as can_be_null
      from pg_attribute join pg_class c on c.oid = attrelid
     where c.relkind in ('r', 'p') and attrelid = any (${tables}::int8[]) and (attnotnull or attndims = 0)`);
  return { types, columns: new Map(rows.map(({ place, ...column }) => [place, column])) };
}

function faultsOf(statement: Statement, description: Description, known: Known): Finding[] {
  if ("refusal" in description) return [{ place: placeIn(statement, description.position), says: description.refusal }];
  return [
    ...statement.values.flatMap((value, i) => valueFaults(value, known.types.get(description.parameters[i]!)!, known)),
    ...rowFaults(statement, description.columns, known).map((says) => ({ place: placeOf(statement.node), says })),
  ];
}

function valueFaults(value: Given, { name, given }: DatabaseType, { checker }: Known): Finding[] {
  const type = checker.getTypeAtLocation(value.value);
  const kinds = [...(value.kinds ?? kindsOf(checker, type))];
  if (!kinds.some((kind) => given && !/^(any|null)/.test(kind) && !given.includes(kind))) return [];
  const is = value.kinds ? kinds.join(" | ") : checker.typeToString(type);
  const says = `${value.name ?? value.value.getText()} is ${is}, and PostgreSQL takes it for ${name}`;
  return [{ place: placeOf(value.value), says }];
}

function rowFaults({ row, text }: Statement, columns: Column[], known: Known): string[] {
  const { checker } = known;
  if (!row || row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Instantiable)) return [];
  if (checker.getIndexInfosOfType(row).length > 0) return [];
  const fields = fieldsOf(row, checker);
  const returned = new Map(columns.map((column) => [fieldOf(column.name), column]));
  const missing = [...fields].filter(([name, { optional }]) => !optional && !returned.has(name));
  return [
    ...missing.map(([name]) => `"${name}" is in the row's type, and no column of the statement`),
    ...columns.flatMap((column) => {
      const field = fieldOf(column.name);
      if (returned.get(field) !== column)
        return [`the column "${column.name}" is lost: another comes as "${field}" too`];
      const types = fields.get(field)?.types;
      if (!types) return [`the column "${column.name}" is not in the row's type`];
      return [...typeFaults(column, types, known), ...nullFaults(column, types, text, known)];
    }),
  ];
}

type Fields = Map<string, { types: ts.Type[]; optional: boolean }>;

/** Of a union of rows every name that one of them has. */
function fieldsOf(row: ts.Type, checker: ts.TypeChecker): Fields {
  const rows = row.isUnion() ? row.types : [row];
  const properties = Map.groupBy(
    rows.flatMap((each) => each.getProperties()),
    ({ name }) => name,
  );
  return new Map(
    [...properties].map(([name, each]) => [
      name,
      {
        types: each.map((property) => checker.getTypeOfSymbol(property)),
        optional: each.length < rows.length || each.some(({ flags }) => (flags & ts.SymbolFlags.Optional) !== 0),
      },
    ]),
  );
}

function typeFaults({ name, type }: Column, said: ts.Type[], { checker, types }: Known): string[] {
  const { name: typeName, read } = types.get(type)!;
  if (read === undefined) return [];
  const wrong =
    read === "json"
      ? said.some((each) => isBeyondJson(checker, each))
      : said.flatMap((each) => [...kindsOf(checker, each)]).some((kind) => kind !== read && !/^(any|null)/.test(kind));
  const words = said.map((each) => checker.typeToString(each)).join(" | ");
  return wrong ? [`"${name}" is ${words} in the row's type, and comes as ${read} (${typeName})`] : [];
}

/** Only what is certain: of columns that are a table's. */
function nullFaults(
  { name, table, number }: Column,
  said: ts.Type[],
  text: string,
  { checker, columns }: Known,
): string[] {
  const column = columns.get(`${table}.${number}`);
  if (!column) return [];
  const kinds = said.flatMap((each) => [...kindsOf(checker, each)]);
  const saysNull = kinds.some((kind) => kind === "null" || kind === "any");
  if (!saysNull && (column.canBeNull ? !isAsked(column.name, text) : isJoinedWhenThere(column.table, text)))
    return [`"${name}" can be null, which the row's type does not say`];
  if (!column.canBeNull && kinds.includes("null") && !/\b(left|right|full)\s+(outer\s+)?join\b/i.test(text))
    return [`"${name}" is never null, and the row's type says that it can be`];
  return [];
}

/** The statement may leave out the rows in which the column is null. */
const isAsked = (column: string, text: string): boolean =>
  new RegExp(`\\b${column} *(is not null|[<>=])|[<>=] *(\\w+\\.)?${column}\\b`).test(text);

/** The table is read once, by a left join, and nothing behind the join's condition asks about it. */
function isJoinedWhenThere(table: string, text: string): boolean {
  if (text.split(new RegExp(`\\b${table}\\b`)).length !== 2) return false;
  const [, alias, behind] = new RegExp(`\\bleft join ${table} (?:as )?(\\w+)\\s+on\\b([^]*)`).exec(text) ?? [];
  const rest = behind
    ?.split(/\b(?:join|where|group by|order by|limit)\b/)
    .slice(1)
    .join(" ");
  return rest !== undefined && !new RegExp(`\\b${alias}\\.`).test(rest);
}
