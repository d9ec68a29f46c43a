import { type Database, one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { findSlot } from "./cell-slot.ts";
import type { Cell } from "./list-cells.ts";

/** What a cell's database says of itself; `installation`: null in one of before. */
type Is = { number: number; installation: string | null };

/**
 * What a database is that may become a cell's.
 *
 * @property cell the cell that it is already
 * @property isFree nothing is in it, or tables of ours in which no installation has begun
 */
export type Found = {
  cell: Is | null;
  isFree: boolean;
  isHome: boolean;
  isFollowed(number: number): Promise<boolean>;
};

/** Fails with a sentence when it cannot be reached, or is too old. */
export async function lookAtDatabase(cell: Database, home: Database): Promise<Found> {
  const [here, there] = await Promise.all([
    identify(home),
    identify(cell).catch((error: Error) =>
      fail(
        "conflict",
        `The database of --database cannot be used: ${error.message || (error as { code?: string }).code}.`,
      ),
    ),
  ]);
  if (there.version < 150_000)
    fail(
      "conflict",
      `The database of --database is PostgreSQL ${Math.floor(there.version / 10_000)}: 15 or newer is needed.`,
    );
  const is = there.tables.includes("this_cell") ? await readOwn(cell) : null;
  const isOurs = there.tables.includes("_prisma_migrations");
  const isUsed =
    (there.tables.includes("accounts") && (await cell.prisma.account.findFirst({ select: { id: true } })) !== null) ||
    // The first start of an installation writes one, before anybody has an account.
    (there.tables.includes("price_rules") &&
      (await cell.prisma.priceRule.findFirst({ select: { id: true } })) !== null);
  return {
    cell: is,
    isHome: here.id === there.id,
    isFree: there.tables.length === 0 || (isOurs && !isUsed),
    isFollowed: async (of) => (await findSlot(home, of)) !== null,
  };
}

/** Of a database that may have the tables of an earlier version. */
async function readOwn(cell: Database): Promise<Is | null> {
  const [is] = await cell.query<Is>(sql`
    select number, (to_jsonb(t) ->> 'installation') as installation from this_cell t`);
  return is ?? null;
}

type Identity = { id: string; version: number; tables: string[] };

const identify = async (db: Database): Promise<Identity> =>
  one(
    await db.query<Identity>(sql`
      select (select system_identifier::text from pg_control_system()) || '/' || (select oid::text from pg_database where datname = current_database()) as id,
             current_setting('server_version_num')::int as version,
             array(select tablename::text from pg_tables where schemaname = 'public') as tables`),
  );

export function refuseCell({ number }: Is): never {
  fail("conflict", `The database of --database is cell number ${number} already. Name an empty one.`);
}

/**
 * Two databases of one number would take the same ids.
 *
 * @param own what home's database says of its installation; null before its first cell
 */
export async function requireRoom(known: Cell | null, found: Found, own: string | null): Promise<void> {
  if (found.isHome) fail("conflict", "The database of --database is home's own. Name an empty one.");
  if (found.cell?.installation && found.cell.installation !== own)
    fail(
      "conflict",
      `The database of --database is cell number ${found.cell.number} of another installation, whether that has ended its creation or not. Name an empty one. (If it is one of this installation, and home was restored: docs/deploying.md, "A cell that lost home".)`,
    );
  if (known && found.cell?.number === known.number) return;
  if (known && (found.cell !== null || (await found.isFollowed(known.number))))
    fail(
      "conflict",
      `There is a cell ${known.name} already, number ${known.number}, and its database is another one. Choose another name.`,
    );
  if (found.cell !== null) refuseCell(found.cell);
  if (!found.isFree) fail("conflict", "The database of --database is not empty. Name one that has no tables.");
}

/** Home's log has to say what changed in which row. */
export async function requireLogical(home: Database): Promise<void> {
  const { level } = one(await home.query<{ level: string }>(sql`select current_setting('wal_level') as level`));
  if (level !== "logical")
    fail(
      "conflict",
      `Home's PostgreSQL runs with wal_level=${level}, and cells follow it by logical replication. Set wal_level=logical there and restart it; the built-in one does so when the service is restarted with CELL=home.`,
    );
}
