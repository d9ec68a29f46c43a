import { randomUUID } from "node:crypto";
import { keepPartitions } from "#server/domain/control/partitions/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { HOME, thisCell } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Database, one, openDatabase, sql, type Transaction } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { requireMachine } from "#server/kernel/operator-permissions.ts";
import { HOUR } from "#server/kernel/time.ts";
import { followHome } from "./follow-home.ts";
import type { Cell } from "./list-cells.ts";
import { lookAtDatabase, refuseCell, requireLogical, requireRoom } from "./look-at-database.ts";

export type NewCell = {
  name: string;
  /** An empty database, as this machine reaches it. */
  database: string;
  /** Where other cells reach its web processes. */
  address: string;
  /** The same of home. */
  homeAddress: string;
  /** Home's database, as PostgreSQL of the new cell reaches it. */
  homeDatabase: string;
};

type Means = { migrate(url: string): Promise<unknown>; say(line: string): void };

/**
 * Makes an empty database a cell, at home: its tables, its ranges of ids, a copy of what all share which follows home from then on,
 * and its row in the directory. What was cut off goes on where it stopped when it is run again; of a cell that is there already
 * only the addresses change.
 */
export async function createCell(ctx: Ctx, wanted: NewCell, { migrate, say }: Means): Promise<Cell> {
  requireMachine(ctx);
  requireHome();
  await requireLogical(ctx.db);
  const cell = openDatabase(wanted.database, 2, { longest: HOUR });
  try {
    const found = await lookAtDatabase(cell, ctx.db);
    const { known, installation } = await takeNumber(ctx, wanted, (row, own) => requireRoom(row, found, own));
    say(`The database gets its tables, with ids of cell ${known.number}.`);
    await migrate(wanted.database);
    await becomeCell(cell, known.number, installation);
    await keepPartitions({ ...ctx, db: cell });
    await followHome(ctx.db, cell, { ...wanted, number: known.number }, say);
    return known;
  } finally {
    await cell.close();
  }
}

function requireHome(): void {
  if (thisCell() === HOME) return;
  if (thisCell()) fail("conflict", `This is the cell ${thisCell()}: cells are created at home.`);
  fail(
    "conflict",
    "This installation is no cell yet. Set CELL=home and CELLS_SECRET (32 random characters or more) for all of its processes and this command, restart them, and run it again.",
  );
}

type Judge = (known: Cell | null, installation: string | null) => Promise<void>;

/** From its row on the number is the cell's for good, whatever becomes of the rest. */
async function takeNumber(ctx: Ctx, wanted: NewCell, judge: Judge): Promise<{ known: Cell; installation: string }> {
  return await ctx.db.transaction(async (tx) => {
    await tx.query(sql`lock table cells in share row exclusive mode`);
    const before = await tx.prisma.cell.findUnique({ where: { name: wanted.name } });
    const own = await tx.prisma.thisCell.findFirst();
    await judge(before, own?.installation ?? null);
    const installation = own?.installation ?? randomUUID();
    const { name, address, homeAddress } = wanted;
    const home = { name: HOME, address: homeAddress };
    await tx.prisma.cell.upsert({ where: { number: 1 }, create: { number: 1, ...home }, update: home });
    const row = { number: 1, installation };
    await tx.prisma.thisCell.upsert({ where: { number: 1 }, create: row, update: row });
    await tx.query(sql`select keep_cell()`);
    await tx.query(sql`select publish_shared()`);
    if (before) return { known: await tx.prisma.cell.update({ where: { name }, data: { address } }), installation };
    const number = await nextNumber(tx);
    await recordAudit(tx, ctx, { act: "cell.create", subject: name, details: { number } });
    return { known: await tx.prisma.cell.create({ data: { number, name, address } }), installation };
  });
}

const MOST_CELLS = 100;

async function nextNumber(tx: Transaction): Promise<number> {
  const { number } = one(await tx.query<{ number: number }>(sql`select max(number) + 1 as number from cells`));
  return number <= MOST_CELLS ? number : fail("conflict", `There are ${MOST_CELLS} cells: ids reach no further.`);
}

async function becomeCell(cell: Database, number: number, installation: string): Promise<void> {
  await cell.transaction(async (tx) => {
    await tx.query(sql`
      insert into this_cell (number, installation) values (${number}, ${installation}::uuid) on conflict do nothing`);
    await tx.query(sql`update this_cell set installation = ${installation}::uuid where installation is null`);
    // Two installations may have found it empty at the same moment.
    const is = await tx.prisma.thisCell.findFirstOrThrow();
    if (is.number !== number || is.installation !== installation) refuseCell(is);
    await tx.query(sql`select keep_cell()`);
  });
}

/** How PostgreSQL of a cell reaches home's, unless it is said. */
export const homeDatabase = (): string => env().directDatabaseUrl ?? env().databaseUrl!;
