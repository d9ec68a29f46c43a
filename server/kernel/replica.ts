import { type Database, database, openDatabase, sql, type Transaction } from "./db.ts";
import { env } from "./env.ts";
import { log } from "./log.ts";
import { processSingleton } from "./process-singleton.ts";
import { MINUTE, SECOND } from "./time.ts";

const LOOK_EVERY_MS = SECOND;
/** Why it is not read may change its words with each look, and one that fails what it is asked is well in between. */
const SAY_EVERY_MS = MINUTE;
/** What is older than this is not shown: the primary answers. */
const MOST_BEHIND_MS = 5 * SECOND;

/** A standby of the database, for what may be a little old. */
export type Replica = {
  db: Database;
  /** Whether it can be read, and has played this much of what the primary wrote. */
  has(lsn: number | null): boolean;
  /** What it last was asked for failed there: it is left alone until it is seen to be well. */
  doubt(error: Error): void;
  /** `fault`: why it is not read; null when it is, or nobody has looked yet. */
  state(): { isRead: boolean; behindMs: number; fault: string | null };
  /** How far primary and replica are. Every second, by itself. */
  look(now?: number): Promise<void>;
  close(): Promise<void>;
};

type Here = { written: number; system: string; base: string };
type There = { follows: boolean; played: number; system: string; base: string; isOpen: boolean };

/** Positions in the log count bytes since the database was made: far below 2^53. */
const here = sql`
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as written, (select system_identifier::text from pg_control_system()) as system,
         (select oid::text from pg_database where datname = current_database()) as base`;
/** A standby that was cut off may have played what its primary never had: only one that is connected follows. */
const there = sql`
  select pg_is_in_recovery() and exists (select from pg_stat_get_wal_receiver() where pid is not null) as follows,
         coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint as played, (select system_identifier::text from pg_control_system()) as system,
         (select oid::text from pg_database where datname = current_database()) as base, coalesce(has_table_privilege(to_regclass('public.accounts'), 'select'), false) as is_open`;

export function followReplica(db: Database, primary: Database, mostBehindMs = MOST_BEHIND_MS): Replica {
  /** What the primary had written when, as far as the replica has not played it. */
  let ahead: { lsn: number; at: number }[] = [];
  let played = 0;
  /** Null: it is read; undefined: nobody has looked yet. */
  let fault: string | null | undefined;
  let said: { fault: typeof fault; at: number } = { fault: undefined, at: Number.NEGATIVE_INFINITY };

  async function look(now = performance.now()): Promise<void> {
    try {
      const [[first], [second]] = await Promise.all([primary.query<Here>(here), db.query<There>(there)]);
      const [writes, plays] = [first!, second!];
      ahead = [...ahead, { lsn: writes.written, at: now }].filter(({ lsn }) => lsn > plays.played);
      played = plays.played;
      if (writes.system !== plays.system) become("it is a copy of another database", now);
      else if (writes.base !== plays.base) become("its address names another database than DATABASE_URL", now);
      else if (!plays.isOpen) become("its user may not read the tables", now);
      else if (!plays.follows) become("it follows no primary", now);
      else become(behindMs(now) > mostBehindMs ? "it is too far behind" : null, now);
    } catch (error) {
      become(messageOf(error as Error), now);
    }
  }

  const behindMs = (now: number) => (ahead[0] ? now - ahead[0].at : 0);

  /** It is said at once, and what changes within the next minute as it stands then. */
  function become(next: string | null, now: number): void {
    fault = next;
    if (next === said.fault || now - said.at < SAY_EVERY_MS) return;
    said = { fault: next, at: now };
    log().warn(
      { reason: next },
      next === null
        ? "the replica is read"
        : `the replica of READ_DATABASE_URL is not read, the primary answers: ${next}`,
    );
  }

  let looking = false;
  const timer = setInterval(async () => {
    if (looking) return;
    looking = true;
    await look();
    looking = false;
  }, LOOK_EVERY_MS).unref();

  return {
    ...{ db, look },
    has: (lsn) => fault === null && (lsn ?? 0) <= played,
    doubt: (error) => become(messageOf(error), performance.now()),
    state: () => ({ isRead: fault === null, behindMs: behindMs(performance.now()), fault: fault ?? null }),
    async close() {
      clearInterval(timer);
      await db.close();
    },
  };
}

/** A name with several addresses, of which none answers, fails without a message of its own. */
const messageOf = (error: Error & { code?: string }) => error.message || error.code || "it does not answer";

/** The one that READ_DATABASE_URL names; null without it. */
export function replica(): Replica | null {
  const { readDatabaseUrl: url, hurried } = env();
  return url ? processSingleton("replica", () => followReplica(openDatabase(url, 20, { hurried }), database())) : null;
}

/** For what is kept in memory longer than the replica may be behind. */
export const neverReplica = (db: Transaction): Transaction => (db === replica()?.db ? database() : db);
