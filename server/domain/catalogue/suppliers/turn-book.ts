import { paced } from "#server/kernel/clock.ts";
import { type Database, one, sql } from "#server/kernel/db.ts";
import type { SupplierCode } from "./port.ts";

/** So many calls in any such time. */
export type Limit = { calls: number; perMs: number };

/** Where it is written down when a supplier may be asked; `about` is empty, or what it counts apart. */
export type TurnBook = {
  /** Not taken where it is further away than `patienceMs`. `waitedMs`: how long who takes it waited before. */
  take(
    about: string,
    limit: Limit,
    patience: { patienceMs: number; waitedMs: number },
  ): Promise<{ waitMs: number; taken: boolean }>;
  /** From now on nobody has a turn for so long. */
  close(about: string, forMs: number): Promise<void>;
};

/** For what is late on its way: calls with turns a second apart may arrive closer to each other. */
const MARGIN = 1.1;

/** The one of all processes on a database: each entry is one short statement, and nobody waits in it. */
export const turnBook = (db: Database, code: SupplierCode): TurnBook => ({
  async take(about, { calls, perMs }, { patienceMs, waitedMs }) {
    const within = Math.ceil(paced(perMs) * MARGIN);
    return one(
      await db.query<{ waitMs: number; taken: boolean }>(sql`
        select wait_ms, taken
          from take_turn(${code}, ${about}, ${calls}::int, ${within}::int, ${Math.floor(patienceMs)}::int, ${Math.round(waitedMs)}::int)`),
    );
  },
  async close(about, forMs) {
    await db.query(sql`
      insert into supplier_turns (supplier_code, about, closed_until, closings)
      values (${code}, ${about}, clock_timestamp() + make_interval(secs => ${forMs / 1_000}::float8), 1)
      on conflict (supplier_code, about) do update
         set closed_until = greatest(supplier_turns.closed_until, excluded.closed_until), closings = supplier_turns.closings + 1`);
  },
});
