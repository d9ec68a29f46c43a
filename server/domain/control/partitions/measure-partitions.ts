import type { Ctx } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { holds, listPartitions, nextId } from "./list-partitions.ts";
import { PARTITIONED, type Partitioned, spanOf } from "./partitioned.ts";

/**
 * How tables stand that are divided.
 *
 * @property isAhead the ids that are given next have a partition, and those after them
 * @property hasStrays rows have ids that have none
 * @property isLate its oldest rows are older than they get where the job runs
 */
export type Measured = {
  what: string;
  keptDays: number;
  partitions: number;
  bytes: number;
  oldest: Date | null;
  isAhead: boolean;
  hasStrays: boolean;
  isLate: boolean;
};

export const measurePartitions = ({ db, clock }: Ctx): Promise<Measured[]> =>
  Promise.all(PARTITIONED.map((divided) => measure(db, clock.now(), divided)));

async function measure(db: Database, now: Date, divided: Partitioned): Promise<Measured> {
  const { what, tables, sequence, kept } = divided;
  const [all, id] = await Promise.all([listPartitions(db, tables), nextId(db, sequence)]);
  const first = all.filter(({ owner }) => owner === tables[0]);
  const oldest = first.find((one) => one.oldest !== null);
  const isOld = oldest !== undefined && oldest.oldest! < after(now, -kept - 3 * spanOf(divided));
  return {
    what,
    keptDays: kept / DAY,
    partitions: first.filter(({ cell }) => cell !== null).length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: oldest?.oldest ?? null,
    isAhead: tables.every((table) =>
      isAhead(
        all.filter(({ owner }) => owner === table),
        id,
      ),
    ),
    hasStrays: all.some(({ cell, hasRows }) => cell === null && hasRows),
    isLate: isOld && !(await divided.isNeeded?.(db, oldest)),
  };
}

function isAhead(all: Parameters<typeof holds>[0][], id: number): boolean {
  const current = all.find((one) => holds(one, id));
  return current !== undefined && all.some((one) => holds(one, current.toId!));
}
