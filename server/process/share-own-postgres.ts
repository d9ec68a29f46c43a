import pg from "pg";
import { connectionOptions } from "#server/kernel/db.ts";
import type { EmbeddedPostgres } from "./embedded-postgres.ts";
import { lockDataDir } from "./platform.ts";
import { takeOwnPostgres } from "./take-own-postgres.ts";

/** Held by each command that works on our own PostgreSQL, shared with others; alone by the one that stops it. */
const COMMANDS_LOCK = 7_276_318_206;

/** Starts or adopts it for a command. `leave` stops it, unless other commands or a service work on it. */
export async function shareOwnPostgres(): Promise<{ postgres: EmbeddedPostgres; leave(): Promise<void> }> {
  const { postgres, taken: client } = await takeOwnPostgres(({ url }) => share(url));
  return {
    postgres,
    async leave() {
      await client.query("select pg_advisory_unlock_shared($1)", [COMMANDS_LOCK]);
      const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [COMMANDS_LOCK]);
      const service = rows[0].alone ? await lockDataDir(postgres.url).catch(() => null) : null;
      if (service) await postgres.stop();
      for (const one of [service, client]) await one?.end().catch(() => {});
    },
  };
}

/** Waits for whoever stops it, and fails with it then. */
async function share(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionOptions(url));
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_advisory_lock_shared($1)", [COMMANDS_LOCK]);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
