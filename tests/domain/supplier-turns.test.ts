import { beforeAll, describe, expect, test } from "vitest";
import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { turnBook } from "#server/domain/catalogue/suppliers/turn-book.ts";
import { takeTurns } from "#server/domain/catalogue/suppliers/turns.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { logTurns } from "#tests/support/turn-log.ts";
import { system } from "#tests/support/world.ts";

const LIMIT = { calls: 8, perMs: 100 };
const NOW = { patienceMs: 0, waitedMs: 0 };
const book = (code: SupplierCode = "esimaccess") => turnBook(database(), code);

let log: Awaited<ReturnType<typeof logTurns>>;
beforeAll(async () => {
  log = await logTurns();
});

test("in any span of time there are as many turns as allowed, whoever takes them, and no room is left unused", async () => {
  const workers = [openDatabase(env().databaseUrl!, 4), openDatabase(env().databaseUrl!, 4)];
  const take = { patienceMs: 60_000, waitedMs: 0 };
  await Promise.all(
    Array.from({ length: 100 }, (_, n) => turnBook(workers[n % 2]!, "esimaccess").take("", LIMIT, take)),
  );
  await Promise.all(workers.map((db) => db.close()));
  const at = (await log.of("esimaccess")).map((time) => time.getTime());
  expect(at).toHaveLength(100);
  // A tenth more than the supplier's own measure, for what is late on its way.
  const spans = at.slice(8).map((time, n) => time - at[n]!);
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(109);
  // All were asked for at once: the last one is not further away than that.
  expect(at.at(-1)! - at[0]!).toBeLessThanOrEqual(12 * 111 + (await log.spread("esimaccess")));
});

test("what is counted apart has turns of its own", async () => {
  const esim = { calls: 2, perMs: 600_000 };
  const taken = async (about: string) => (await book("airalo").take(about, esim, NOW)).taken;
  expect([await taken("esim 1"), await taken("esim 1"), await taken("esim 1")]).toEqual([true, true, false]);
  expect([await taken("esim 2"), await taken("")]).toEqual([true, true]);
});

describe("a supplier that says that it is asked too often", () => {
  test("is left alone by all processes for as long as it says, and asked again after it", async () => {
    const { turns } = takeTurns(system(), "esimgo", LIMIT);
    await turns.heed("300");
    const other = openDatabase(env().databaseUrl!, 1);
    const answer = await turnBook(other, "esimgo").take("", LIMIT, { patienceMs: 15_000, waitedMs: 0 });
    await other.close();
    expect(answer.taken).toBe(false);
    expect(answer.waitMs).toBeGreaterThan(15_000);
    expect(answer.waitMs).toBeLessThanOrEqual(300_000);
    const connection = takeTurns(system(), "esimgo", LIMIT);
    const again = (await connection.begin())!;
    expect(again.getTime()).toBeGreaterThan(Date.now());
    expect(await connection.turns.next()).toBe(false);
    expect(connection.missedTurn()!.getTime()).toBeGreaterThan(Date.now());
    await database().query(sql`update supplier_turns set closed_until = now() where supplier_code = 'esimgo'`);
    expect(await connection.begin()).toBe(null);
    expect(await connection.turns.next()).toBe(true);
    expect(connection.missedTurn()).toBe(null);
  });

  test("is asked again after two minutes, however long it wants to be left alone", async () => {
    await takeTurns(system(), "esimgo", LIMIT).turns.heed("86400");
    const [row] = await database().query<{ seconds: number }>(sql`
      select extract(epoch from closed_until - now())::float8 as seconds from supplier_turns where supplier_code = 'esimgo'`);
    // Kept to the millisecond, which may be the next one.
    expect(row!.seconds).toBeLessThanOrEqual(120.001);
  });
});

test("a database that does not answer gives no turn, which is no word of the supplier's", async () => {
  const away = openDatabase(env().databaseUrl!, 1);
  await away.close();
  const { turns, missedTurn } = takeTurns(system({ db: away }), "airalo", LIMIT);
  expect([await turns.next(), missedTurn()]).toEqual([false, expect.any(Date)]);
});

test("a clock that ran ahead stops nobody", async () => {
  await database().query(sql`
    update supplier_turns set given = array_fill(now() + interval '3 hours', array[8]), closed_until = now() + interval '3 hours'
     where supplier_code = 'esimaccess'`);
  expect((await book().take("", LIMIT, NOW)).taken).toBe(true);
});

test("who waits for a turn holds no transaction, no lock and no connection", async () => {
  await book("airalo").close("", 1_000);
  const alone = openDatabase(env().databaseUrl!, 1);
  const connection = takeTurns(system({ db: alone }), "airalo", LIMIT);
  const begun = connection.begin();
  // The only connection is there for others, and nobody is in a transaction or holds the row.
  const [seen] = await alone.query<{ open: number }>(sql`
    select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`);
  expect(seen).toEqual({ open: 0 });
  await alone.query(sql`select 1 from supplier_turns where supplier_code = 'airalo' for update nowait`);
  expect(await begun).toBe(null);
  await alone.close();
});
