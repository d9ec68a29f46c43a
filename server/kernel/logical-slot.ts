import pg from "pg";
import { connectionOptions } from "./db.ts";

/**
 * Makes a slot for a subscription (pgoutput) in the database at this address, which must be PostgreSQL's own and not a pooler's.
 * It waits for all transactions that are open on the server. A standby of PostgreSQL 17 or newer has the slot too.
 *
 * By the replication protocol: PostgreSQL's function of the same purpose runs in a transaction, and fails when somebody changes
 * a table, in whatever database, while it waits.
 */
export async function makeLogicalSlot(url: string, name: string): Promise<void> {
  const options: pg.ClientConfig & { replication: "database" } = { ...connectionOptions(url), replication: "database" };
  const client = new pg.Client(options);
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
    const failover = Number(rows[0]!.server_version_num) >= 17_00_00 ? ", failover" : "";
    await client.query(
      `CREATE_REPLICATION_SLOT ${client.escapeIdentifier(name)} LOGICAL pgoutput (snapshot 'nothing'${failover})`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}
