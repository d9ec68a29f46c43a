import { setTimeout as sleep } from "node:timers/promises";
import { type Database, sql } from "#server/kernel/db.ts";
import { makeLogicalSlot } from "#server/kernel/logical-slot.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";

/**
 * What home keeps for a cell until that has taken it over.
 *
 * @property isLost it was too much to keep
 * @property isInTheMaking its session waits for transactions, and the slot is gone if that ends before they do
 */
type Slot = { name: string; isLost: boolean; isInTheMaking: boolean };

type Say = (line: string) => void;

/** @returns null before the cell follows */
export async function findSlot(home: Database, cell: number): Promise<Slot | null> {
  const [slot] = await home.query<Slot>(sql`
    select slot_name::text as name, coalesce(wal_status = 'lost', false) as is_lost, confirmed_flush_lsn is null as is_in_the_making
      from pg_replication_slots
     where database = current_database() and slot_name = 'cell_' || ${cell}::int || '_of_' || datoid`);
  return slot ?? null;
}

/** The same, once it is made or not there: whoever was cut off may have left it in the making. */
export async function awaitSlot(home: Database, cell: number, say: Say): Promise<Slot | null> {
  const untilMade = async () => {
    for (;;) {
      const slot = await findSlot(home, cell);
      if (!slot?.isInTheMaking) return slot;
      await sleep(LOOK_EVERY_MS);
    }
  };
  return await sayingWhatHoldsUp(home, say, untilMade());
}

/** PostgreSQL keeps changes once all transactions have ended that are open on its server, whatever their database: as long as it takes. */
export async function makeSlot(home: Database, cell: number, say: Say): Promise<void> {
  const [slot] = await home.query<{ name: string }>(sql`
    select 'cell_' || ${cell}::int || '_of_' || oid as name from pg_database where datname = current_database()`);
  await sayingWhatHoldsUp(home, say, makeLogicalSlot(directDatabaseUrl(), slot!.name));
}

const LOOK_EVERY_MS = 200;
const A_MOMENT_MS = 2_000;

/** Says it again when another has become the oldest: what is waited for may be younger than one that ends on its own. */
async function sayingWhatHoldsUp<T>(home: Database, say: Say, work: Promise<T>): Promise<T> {
  const ended = work.then(
    () => true,
    () => true,
  );
  const sayWhileItLasts = async () => {
    let told = "";
    while (!(await Promise.race([ended, sleep(A_MOMENT_MS, false, { ref: false })]))) {
      const which = await oldestTransaction(home);
      if (which === told) continue;
      told = which;
      say(
        `Home's PostgreSQL waits for transactions that are open there, before it keeps changes for the cell. ${which}`,
      );
    }
  };
  const [done] = await Promise.all([work, sayWhileItLasts()]);
  return done;
}

async function oldestTransaction(home: Database): Promise<string> {
  const [oldest] = await home.query<{ pid: number; database: string; since: string }>(sql`
    select pid, datname as database, to_char(xact_start, 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
      from pg_stat_activity where backend_xid is not null order by xact_start limit 1`);
  return oldest
    ? `The oldest is of its process ${oldest.pid}, in the database ${oldest.database}, since ${oldest.since}.`
    : "The role of this command may not see which.";
}
