import type pg from "pg";

/** The column of a field: `orderId` → `order_id`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The texts have few names, and the same ones again and again. */
const fields = new Map<string, string>();
const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;

/** The field of a column: `order_id` → `orderId`. A name of another kind, such as one in quotes, stays as it is. */
export function fieldOf(column: string): string {
  const known = fields.get(column);
  if (known !== undefined) return known;
  const field = SNAKE_CASE.test(column)
    ? column.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())
    : column;
  fields.set(column, field);
  return field;
}

/** Rows that came as lists of values, by the fields of their columns. Of two columns of one field the last one counts. */
export function namedRows<Row>({ fields: columns, rows }: pg.QueryArrayResult): Row[] {
  const names = columns.map(({ name }) => fieldOf(name));
  // Each row begins as a copy of the one before: its fields are made at once, not one after the other.
  let row: Record<string, unknown> = {};
  return rows.map((values) => {
    row = { ...row };
    for (let i = 0; i < names.length; i++) row[names[i]!] = values[i];
    return row as Row;
  });
}
