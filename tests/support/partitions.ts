import { keepPartitions } from "#server/domain/control/partitions/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { system } from "./world.ts";

/** The hourly job, as if it was so many days later. */
export const keepDaysLater = (days: number): Promise<void> =>
  keepPartitions(system({ clock: { now: () => after(new Date(), days * DAY) } }));

/** As if the ids of all that was written so far were of partitions that are over: their time has come, and the next ones have begun. */
export async function endPartitions(tables: string[], sequence: string): Promise<void> {
  await database().query(sql`select turn_partition(${tables}::text[], ${sequence}) as turned`);
  await database().query(sql`select add_partitions(${tables}::text[], ${sequence}) as made`);
}
