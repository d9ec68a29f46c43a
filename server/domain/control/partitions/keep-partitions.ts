import type { Ctx } from "#server/kernel/context.ts";
import { isDatabaseBusy } from "#server/kernel/database-errors.ts";
import { type Database, sql } from "#server/kernel/db.ts";
import { forEach } from "#server/kernel/for-each.ts";
import { log } from "#server/kernel/log.ts";
import { after } from "#server/kernel/time.ts";
import { holds, listPartitions, nextId, type Partition } from "./list-partitions.ts";
import { PARTITIONED, type Partitioned, spanOf, within } from "./partitioned.ts";

/**
 * Makes partitions before they are needed, ends those whose time is over, and drops those of which every row was kept long enough.
 * Can be run at any time and by several at once.
 */
export async function keepPartitions(ctx: Ctx): Promise<void> {
  await forEach(
    PARTITIONED,
    (divided) => keep(ctx, divided).catch(leaveIt),
    ({ what }) => `partitions are not kept: ${within(what)}`,
  );
}

/** Whoever reads a table for long is not disturbed: the next run finds the same. */
function leaveIt(error: unknown): void {
  if (!isDatabaseBusy(error)) throw error;
  log().info({ error: String(error) }, "partitions are left to the next run");
}

async function keep({ db, clock }: Ctx, divided: Partitioned): Promise<void> {
  const { tables, sequence, kept } = divided;
  const now = clock.now();
  const isOlder = (at: Date | null, ms: number): boolean => at !== null && at < after(now, -ms);
  await addPartitions(db, divided);
  const all = await listPartitions(db, tables.slice(0, 1));
  const current = await currentOf(db, divided, all);
  if (current && isOlder(current.oldest, spanOf(divided))) {
    await db.query(sql`select turn_partition(${tables}::text[], ${sequence}, ${current.toId}::bigint) as turned`);
    await addPartitions(db, divided);
  }
  for (const one of all) {
    const isOver = one.cell !== null && one.toId! <= (current?.fromId ?? 0);
    const isSpent = isOver && (one.hasRows ? isOlder(one.newest, kept) : true);
    const isLate = isOlder(one.oldest, kept + spanOf(divided));
    if (!isSpent && !isLate) continue;
    if (await divided.isNeeded?.(db, one)) continue;
    if (isSpent) await drop(db, divided, one.cell!, after(now, -kept));
    else if (one.cell !== null) await trim(db, divided, one.cell, after(now, -kept));
  }
}

/** Statements of one run: the next one goes on. */
const TRIMS = 20;

const addPartitions = (db: Database, { tables, sequence }: Partitioned) =>
  db.query(sql`select add_partitions(${tables}::text[], ${sequence}) as made`);

const currentOf = async (db: Database, { sequence }: Partitioned, all: Partition[]) => {
  const id = await nextId(db, sequence);
  return all.find((one) => holds(one, id));
};

const drop = (db: Database, { tables, sequence }: Partitioned, cell: number, before: Date) =>
  db.query(sql`select drop_partition(${tables}::text[], ${sequence}, ${cell}::int, ${before}) as dropped`);

async function trim(db: Database, { tables }: Partitioned, cell: number, before: Date): Promise<void> {
  for (let i = 0; i < TRIMS; i++) {
    const [row] = await db.query<{ rows: number }>(
      sql`select trim_partition(${tables}::text[], ${cell}::int, ${before}) as rows`,
    );
    if (row!.rows === 0) return;
  }
}
