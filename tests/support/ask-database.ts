import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";

/** Says these one after the other on a connection of their own; returns the rows of the last. */
export async function askDatabase<Row = Record<string, unknown>>(url: string, ...texts: string[]): Promise<Row[]> {
  const client = new pg.Client(connectionOptions(url));
  client.on("error", () => {});
  try {
    await client.connect();
    let rows: Row[] = [];
    for (const text of texts) ({ rows } = (await client.query(text)) as unknown as { rows: Row[] });
    return rows;
  } finally {
    await client.end().catch(() => {});
  }
}
