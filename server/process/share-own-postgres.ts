import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { lockDataDir } from "./platform.ts";

/** Held by each command that works on our own PostgreSQL, shared with others. */
const COMMANDS_LOCK = 7_276_318_206;

/** Keeps it for a command. `leave` stops it, unless other commands or a service work on it. */
export async function shareOwnPostgres(postgres: EmbeddedPostgres): Promise<{ leave(): Promise<void> }> {
  const client = new pg.Client(connectionOptions(postgres.url));
  client.on("error", () => {});
  await client.connect();
  await client.query("select pg_advisory_lock_shared($1)", [COMMANDS_LOCK]);
  return {
    async leave() {
      await client.query("select pg_advisory_unlock_shared($1)", [COMMANDS_LOCK]);
      const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [COMMANDS_LOCK]);
      const service = rows[0].alone ? await lockDataDir(postgres.url).catch(() => null) : null;
      if (service) await postgres.stop();
      for (const one of [service, client]) await one?.end().catch(() => {});
    },
  };
}
