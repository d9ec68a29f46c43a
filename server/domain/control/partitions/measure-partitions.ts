import type { Ctx } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { holds, listPartitions, nextId, type Partition } from "./list-partitions.ts";
import { PARTITIONED, type Partitioned, spanOf } from "./partitioned.ts";

/**
 * How tables stand that are divided.
 *
 * @property aheadIds of the ids that are given next, how many have a partition in each of its tables
 * @property isAhead the ids that are given next have a partition, and those after them
 * @property hasStrays rows have ids that have none
 * @property isLate its oldest rows are older than they get where the job runs
 */
export type Measured = {
  what: string;
  tables: string[];
  keptDays: number;
  partitions: number;
  bytes: number;
  oldest: Date | null;
  aheadIds: number;
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
  const byTable = tables.map((table) => all.filter(({ owner }) => owner === table));
  const isOld = oldest !== undefined && oldest.oldest! < after(now, -kept - 3 * spanOf(divided));
  return {
    what,
    tables,
    keptDays: kept / DAY,
    partitions: first.filter(({ cell }) => cell !== null).length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    oldest: oldest?.oldest ?? null,
    aheadIds: Math.min(...byTable.map((own) => idsAhead(own, id))),
    isAhead: byTable.every((own) => isAhead(own, id)),
    hasStrays: all.some(({ cell, hasRows }) => cell === null && hasRows),
    isLate: isOld && !(await divided.isNeeded?.(db, oldest)),
  };
}

function idsAhead(all: Partition[], id: number): number {
  let end = id;
  for (let one = all.find((each) => holds(each, end)); one; one = all.find((each) => holds(each, end))) end = one.toId!;
  return end - id;
}

function isAhead(all: Partition[], id: number): boolean {
  const current = all.find((one) => holds(one, id));
  return current !== undefined && all.some((one) => holds(one, current.toId!));
}
