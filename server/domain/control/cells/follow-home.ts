import { setTimeout as sleep } from "node:timers/promises";
import { type Database, one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { awaitSlot, findSlot, makeSlot } from "./cell-slot.ts";

type Follower = { number: number; name: string; homeDatabase: string };

/** The cell gets all that is shared, and every change of it. What is there already stays. */
export async function followHome(
  home: Database,
  cell: Database,
  follower: Follower,
  say: (line: string) => void,
): Promise<void> {
  const { number, name, homeDatabase } = follower;
  const [subscription] = await cell.query(sql`
    select from pg_subscription where subname = 'shared' and subdbid = (select oid from pg_database where datname = current_database())`);
  const slot = await awaitSlot(home, number, say);
  const isKept = slot !== null && !slot.isLost;
  if (subscription && !isKept)
    fail(
      "conflict",
      `Home keeps nothing for the cell ${name} any more, so it has missed changes. Stop the cell, and do what docs/deploying.md says under "A cell that lost home".`,
    );
  if (slot?.isLost) await home.query(sql`select pg_drop_replication_slot(${slot.name}::name)`);
  if (!isKept) await makeSlot(home, number, say);
  if (subscription) await cell.query(sql`alter subscription shared refresh publication`);
  else await subscribe(cell, homeDatabase, (await findSlot(home, number))!.name);
  await untilCopied(cell, say);
}

async function subscribe(cell: Database, homeDatabase: string, slot: string): Promise<void> {
  try {
    await cell.query(sql`select follow_home(${homeDatabase}, ${slot})`);
  } catch (error) {
    fail(
      "conflict",
      `PostgreSQL of the cell could not follow home's: ${(error as Error).message}. It needs a user that may subscribe there and one with REPLICATION here, and an address of home's database that it can reach (--home-database).`,
    );
  }
}

const LOOK_EVERY_MS = 200;
/** PostgreSQL tries again by itself, every five seconds. */
const MOST_FAILURES = 5;

type Copying = { done: number; all: number; failures: number };

async function untilCopied(cell: Database, say: (line: string) => void): Promise<void> {
  let before: Copying | undefined;
  for (;;) {
    const now = one(
      await cell.query<Copying>(sql`
        select count(*) filter (where r.srsubstate in ('r', 's')) as done, count(*) as "all",
               coalesce(max(t.sync_error_count + t.apply_error_count), 0) as failures
          from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid left join pg_stat_subscription_stats t on t.subid = s.oid
         where s.subname = 'shared' and s.subdbid = (select oid from pg_database where datname = current_database())`),
    );
    if (now.done !== before?.done) say(`What all cells share is copied: ${now.done} of ${now.all} tables.`);
    if (now.done === now.all) return;
    before ??= now;
    if (now.failures - before.failures >= MOST_FAILURES)
      fail(
        "conflict",
        "What all cells share cannot be copied; the log of the cell's PostgreSQL says why. Run it again when that is done.",
      );
    before = { ...now, failures: before.failures };
    await sleep(LOOK_EVERY_MS);
  }
}
