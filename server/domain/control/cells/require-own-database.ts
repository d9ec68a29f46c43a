import { HOME, thisCell } from "#server/kernel/cell.ts";
import { type Database, sql } from "#server/kernel/db.ts";

/**
 * Fails with a sentence when CELL names another cell than the database is of: ids, names and what is refused are the
 * database's, and calls of others reach whoever says that it is the cell.
 */
export async function requireOwnDatabase(db: Database): Promise<void> {
  const [own] = await db.query<{ number: number; name: string | null }>(sql`
    select t.number, c.name from this_cell t left join cells c on c.number = t.number`);
  const cell = thisCell();
  if (own && own.name !== cell)
    throw new Error(
      `The database is that of the cell ${own.name ?? `number ${own.number}`}, and CELL is ${cell ?? "not set"}. Set CELL=${own.name ?? "its name"} and CELLS_SECRET, or name another database.`,
    );
  if (!own && cell && cell !== HOME)
    throw new Error(
      `CELL is ${cell}, and the database is no cell yet. Make it one at home first: svc cell create ${cell}.`,
    );
}
