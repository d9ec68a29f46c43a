import { type Database, sql } from "#server/kernel/db.ts";

/**
 * Whether a cell follows home, as this database sees it.
 *
 * @property isRunning somebody reads at this moment
 * @property behindBytes of home's log, not taken over yet; null elsewhere than at home
 */
export type Follower = { number: number; name: string; isRunning: boolean; behindBytes: number | null };

/** At home all cells for which it keeps anything, elsewhere this cell alone; nobody where there are no cells. */
export const listFollowers = (db: Pick<Database, "query">): Promise<Follower[]> =>
  db.query<Follower>(sql`
    select c.number, c.name, s.active as is_running, pg_wal_lsn_diff(pg_current_wal_lsn(), s.confirmed_flush_lsn)::bigint as behind_bytes
      from cells c join pg_replication_slots s on s.slot_name = 'cell_' || c.number || '_of_' || s.datoid
     where s.database = current_database()
    union all
    select c.number, c.name,
           exists (select from pg_stat_subscription r join pg_subscription p on p.oid = r.subid
                    where p.subname = 'shared' and p.subdbid = (select oid from pg_database where datname = current_database())
                      and r.relid is null and r.pid is not null), null
      from this_cell t join cells c on c.number = t.number where t.number > 1
     order by number`);
