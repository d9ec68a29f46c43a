import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { isDatabaseBusy, isDatabaseDown } from "#server/kernel/database-errors.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";

const db = database();
const currencies = async () =>
  (await db.prisma.fxHeld.findMany({ orderBy: { currency: "asc" } })).map((row) => row.currency);
const rate = (currency: string) => ({
  currency,
  rate: "1.5",
  source: "test",
  sourceDate: new Date(),
  fetchedAt: new Date(),
  heldAt: new Date(),
});

describe("a transaction", () => {
  test("shows the models what its statements wrote, and its statements what the models wrote", async () => {
    await db.transaction(async (tx) => {
      await tx.prisma.fxHeld.create({ data: rate("AAA") });
      expect(await tx.query(sql`select currency from fx_held`)).toEqual([{ currency: "AAA" }]);
      await tx.query(sql`update fx_held set source = 'statement'`);
      expect(await tx.prisma.fxHeld.findUnique({ where: { currency: "AAA" } })).toMatchObject({ source: "statement" });
      expect(await currencies(), "nobody else sees it before its end").toEqual([]);
    });
    expect(await currencies()).toEqual(["AAA"]);
    await db.prisma.fxHeld.deleteMany();
  });

  test("that fails leaves nothing of either", async () => {
    const failing = db.transaction(async (tx) => {
      await tx.prisma.fxHeld.create({ data: rate("BBB") });
      await tx.query(
        sql`insert into fx_held (currency, rate, source, source_date, fetched_at, held_at) values ('CCC', 1, 's', now(), now(), now())`,
      );
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await currencies()).toEqual([]);
  });

  test("is over for the models too when one of them was refused", async () => {
    const failing = db.transaction(async (tx) => {
      await tx.prisma.fxHeld.create({ data: rate("DDD") });
      await tx.prisma.fxHeld.create({ data: rate("DDD") });
    });
    await expect(failing).rejects.toMatchObject({ code: "P2002" });
    expect(await currencies()).toEqual([]);
    expect(await db.query(sql`select 1 as alive`)).toEqual([{ alive: 1 }]);
  });

  test("keeps apart those that run at once, though they ask the same", async () => {
    const names = ["EEE", "FFF", "GGG", "HHH", "III", "JJJ"];
    await Promise.all(
      names.map((currency) =>
        db
          .transaction(async (tx) => {
            await tx.prisma.fxHeld.create({ data: rate(currency) });
            const seen = await Promise.all(
              names.map((name) => tx.prisma.fxHeld.findUnique({ where: { currency: name } })),
            );
            expect(seen.flatMap((row) => (row ? [row.currency] : []))).toContain(currency);
            if (currency > "GGG") throw new Error("undone");
          })
          .catch(() => {}),
      ),
    );
    expect(await currencies()).toEqual(["EEE", "FFF", "GGG"]);
    await db.prisma.fxHeld.deleteMany();
  });

  test("ends with its last statements and its commit in one message, after what the models wrote", async () => {
    const [row] = await db.closing<{ n: number }>(async (tx) => {
      await tx.prisma.fxHeld.create({ data: rate("KKK") });
      return [sql`select count(*) as n from fx_held`];
    });
    expect(row).toEqual({ n: 1 });
    expect(await currencies()).toEqual(["KKK"]);
    await db.prisma.fxHeld.deleteMany();
  });
});

describe("a call of a model that fails", () => {
  /** What changing a row through the models ends with while somebody else has it locked. */
  const blocked = (limit: "lock_timeout" | "statement_timeout") =>
    db.transaction(async (holder) => {
      await holder.prisma.fxHeld.create({ data: rate("LLL") });
      return await db
        .transaction(async (tx) => {
          await tx.query(
            limit === "lock_timeout" ? sql`set local lock_timeout = 50` : sql`set local statement_timeout = 50`,
          );
          await tx.prisma.fxHeld.create({ data: rate("LLL") });
        })
        .catch((error) => error);
    });

  test.each(["lock_timeout", "statement_timeout"] as const)(
    "for %s is known as one that waited too long",
    async (limit) => {
      const error = await blocked(limit);
      expect(error).toBeInstanceOf(Error);
      expect([isDatabaseBusy(error), isDatabaseDown(error)]).toEqual([true, false]);
      await db.prisma.fxHeld.deleteMany();
    },
  );

  test("because the database refuses a value says why, and nothing of our source", async () => {
    const data = { ...rate("OOO"), rate: "1e30" };
    const error: Error = await db.prisma.fxHeld.create({ data }).catch((failure) => failure);
    expect(error.message).toMatch(/numeric field overflow$/);
    expect(error.message).not.toMatch(/\.ts:|data/);
  });

  test("because its server process ended is known as one whose outcome is not known", async () => {
    const failing = db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const call = tx.prisma.fxHeld.findMany();
      await Promise.all([call, db.query(sql`select pg_terminate_backend(${own!.pid}::int)`)]);
      await tx.prisma.fxHeld.findMany();
    });
    expect(isDatabaseDown(await failing.catch((error) => error))).toBe(true);
  });

  test.each(["ECONNRESET", "EPIPE", "ETIMEDOUT"])(
    "because the way to the server broke with %s is known as one whose outcome is not known",
    async (code) => {
      const broken = Object.assign(new Error(`read ${code}`), { code, errno: -1, syscall: "read" });
      const query = vi.spyOn(pg.Pool.prototype, "query").mockRejectedValue(broken as never);
      const own = openDatabase(env().databaseUrl!, 1);
      const failures = [own.query(sql`select 1 as n`), own.prisma.fxHeld.findMany()].map((call) =>
        call.catch((error) => error),
      );
      expect((await Promise.all(failures)).map(isDatabaseDown)).toEqual([true, true]);
      query.mockRestore();
      await own.close();
    },
  );

  test("alone against others that locked in another order is tried again", async () => {
    await db.prisma.fxHeld.createMany({ data: [rate("MMM"), rate("NNN")] });
    const { promise: locked, resolve } = Promise.withResolvers<void>();
    const other = db.transaction(async (tx) => {
      // The one who waits for a lock longest looks for deadlocks last: this one stays.
      await tx.query(sql`set local deadlock_timeout = '1min'`);
      await tx.prisma.fxHeld.update({ where: { currency: "NNN" }, data: { source: "other" } });
      resolve();
      await waits();
      await tx.prisma.fxHeld.update({ where: { currency: "MMM" }, data: { source: "other" } });
    });
    await locked;
    const { count } = await db.prisma.fxHeld.updateMany({
      where: { currency: { in: ["MMM", "NNN"] } },
      data: { source: "all" },
    });
    await other;
    expect(count).toBe(2);
    expect((await db.prisma.fxHeld.findMany()).map(({ source }) => source)).toEqual(["all", "all"]);
    await db.prisma.fxHeld.deleteMany();
  });

  /** Until somebody waits for a lock here. */
  const waits = async () => {
    while (
      (
        await db.query(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length === 0
    );
  };
});
