import { Decimal } from "decimal.js";
import ts from "typescript";
import { type Database, sql, statement } from "#server/kernel/db.ts";

/**
 * What a value is for the program: `string`, `number`, `boolean`, `Date`, `Money`, `Buffer`, `json`, `null`, `any`, `object` and
 * lists such as `string[]`.
 */
export type Kind = string;

/** A type of the database. */
export type DatabaseType = {
  name: string;
  /** What the program gets of it; undefined where that cannot be said of all values. */
  read: Kind | undefined;
  /** What the program may give for it; undefined is anything. */
  given: Kind[] | undefined;
};

type Row = { oid: number; name: string; category: string; element: string | null; elementCategory: string | null };

/** The types by their numbers. What the program gets is asked of the driver as the program uses it, by a sample of each. */
export async function readTypes(db: Database, oids: number[]): Promise<Map<number, DatabaseType>> {
  const rows = await db.query<Row>(sql`
    select t.oid::int8 as oid, format_type(t.oid, null) as name, t.typcategory::text as category,
           case when e.oid is not null then format_type(e.oid, null) end as element, e.typcategory::text as element_category
      from pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A' where t.oid = any (${oids}::int8[])`);
  const types = rows.map(async ({ oid, name, category, element, elementCategory }) => {
    const given = givenFor(element ?? name, elementCategory ?? category);
    const type: DatabaseType = {
      name,
      read: await readAs(db, name, sampleOf(element ?? name, elementCategory ?? category), element !== null),
      given: element ? given?.map((kind) => `${kind}[]`) : given,
    };
    return [oid, type] as const;
  });
  return new Map(await Promise.all(types));
}

const SAMPLES: Record<string, string> = { S: "a", N: "1", B: "t", D: "2026-01-01", I: "127.0.0.1", T: "1 s" };
const OWN_SAMPLES: Record<string, string> = {
  json: "{}",
  jsonb: "{}",
  bytea: "\\x00",
  uuid: "00000000-0000-0000-0000-000000000000",
  tid: "(0,0)",
};

const sampleOf = (name: string, category: string): string | undefined => OWN_SAMPLES[name] ?? SAMPLES[category];

async function readAs(
  db: Database,
  name: string,
  sample: string | undefined,
  isList: boolean,
): Promise<Kind | undefined> {
  if (sample === undefined) return undefined;
  if (name.startsWith("json")) return isList ? "json[]" : "json";
  // The driver makes midnight of it, or that time of day, wherever the process happens to be.
  if (name === "date" || name.startsWith("timestamp without")) return "Date of the process's time zone";
  const [row] = await db.query<{ value: unknown }>(
    statement(`select ${isList ? "array[$1::text]" : "$1::text"}::${name} as value`, [sample]),
  );
  const { value } = row!;
  return Array.isArray(value) ? `${kindOfValue(value[0])}[]` : kindOfValue(value);
}

function kindOfValue(value: unknown): Kind {
  if (value instanceof Date) return "Date";
  if (Decimal.isDecimal(value)) return "Money";
  if (value instanceof Uint8Array) return "Buffer";
  return typeof value;
}

function givenFor(name: string, category: string): Kind[] | undefined {
  if (name.startsWith("json")) return ["string", "number", "boolean", "object"];
  if (name === "bytea") return ["Buffer"];
  if (name === "numeric") return ["string", "number", "bigint"];
  if (name.startsWith("timestamp")) return ["Date"];
  if (category === "N") return ["number", "bigint"];
  if (category === "B") return ["boolean"];
  return category === "P" ? undefined : ["string"];
}

const BY_NAME: Record<string, Kind> = { Date: "Date", Decimal: "Money", Buffer: "Buffer", Uint8Array: "Buffer" };

/** What values of a type of the program can be. */
export function kindsOf(checker: ts.TypeChecker, type: ts.Type): Set<Kind> {
  if (type.isUnion()) return new Set(type.types.flatMap((each) => [...kindsOf(checker, each)]));
  const { flags } = type;
  if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return new Set(["null"]);
  if (flags & ts.TypeFlags.StringLike) return new Set(["string"]);
  if (flags & ts.TypeFlags.NumberLike) return new Set(["number"]);
  if (flags & ts.TypeFlags.BigIntLike) return new Set(["bigint"]);
  if (flags & ts.TypeFlags.BooleanLike) return new Set(["boolean"]);
  if (type.isIntersection()) return kindsOf(checker, type.types[0]!);
  if (flags & ts.TypeFlags.Instantiable) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint && constraint !== type ? kindsOf(checker, constraint) : new Set(["any"]);
  }
  if (!(flags & ts.TypeFlags.Object)) return new Set(["any"]);
  const item = checker.isArrayLikeType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item) return new Set([...kindsOf(checker, item)].map((kind) => `${kind}[]`));
  return new Set([BY_NAME[type.symbol?.name ?? ""] ?? "object"]);
}

/** Whether something in it cannot come out of JSON. */
export function isBeyondJson(checker: ts.TypeChecker, type: ts.Type, depth = 4): boolean {
  if (type.isUnion()) return type.types.some((each) => isBeyondJson(checker, each, depth));
  const kinds = [...kindsOf(checker, type)];
  if (kinds.some((kind) => /^(Date|Money|Buffer|bigint)/.test(kind))) return true;
  if (depth === 0 || !(type.flags & ts.TypeFlags.Object)) return false;
  const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  if (item) return isBeyondJson(checker, item, depth - 1);
  return type.getProperties().some((each) => isBeyondJson(checker, checker.getTypeOfSymbol(each), depth - 1));
}
