import { Decimal } from "decimal.js";
import { columnOf } from "./column-names.ts";
import { type Sql, statement } from "./db.ts";
import { toNumeric } from "./money.ts";
import { storableJson } from "./storable.ts";

/** Which states may follow each; none follows one that is final. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

/** The states from which one may get to another. */
export const statesBefore = <State extends string>(moves: Moves<State>, to: State): State[] =>
  (Object.keys(moves) as State[]).filter((from) => moves[from].includes(to));

/** The states that another may follow. */
export const openStates = <State extends string>(moves: Moves<State>): State[] =>
  (Object.keys(moves) as State[]).filter((from) => moves[from].length > 0);

type Read<State> = Record<string, unknown> & { id: number; status: State | readonly State[] };

/**
 * The update of a row that is still as it was read: when it changes none, somebody else was first. Without a `status` among
 * the changes the row stays in its state. Columns are named as in the records; what is left undefined stays as it is.
 *
 * @param read the row's id and state, or the states it may be in, and what else must not have changed
 */
export function moveStatement<State extends string>(
  table: string,
  moves: Moves<State>,
  read: Read<State>,
  changes: Record<string, unknown> & { status?: State },
): Sql {
  const { status: to } = changes;
  const wrong = [read.status]
    .flat()
    .filter((from) => to !== undefined && to !== from && !moves[from as State].includes(to));
  if (wrong.length > 0) throw new Error(`The state ${to} does not follow ${wrong.join(", ")} in ${table}.`);
  const values: unknown[] = [];
  const set = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${columnOf(name)} = $${values.push(toParameter(value))}`);
  const as = Object.entries(read).map(([name, value]) =>
    Array.isArray(value)
      ? `${columnOf(name)} = any($${values.push(value)})`
      : `${columnOf(name)} = $${values.push(value)}`,
  );
  return statement(`update ${table} set ${set.join(", ")} where ${as.join(" and ")}`, values);
}

/** Amounts as PostgreSQL takes them, lists as JSON. */
function toParameter(value: unknown): unknown {
  if (Decimal.isDecimal(value)) return toNumeric(value as Decimal);
  return Array.isArray(value) ? storableJson(value) : value;
}
