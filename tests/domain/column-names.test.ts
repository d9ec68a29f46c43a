import { describe, expect, test } from "vitest";
import { database, type Sql, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";

const db = database();

describe.each<[string, (statement: Sql) => Promise<unknown[]>]>([
  ["a lone statement", (statement) => db.query(statement)],
  ["a statement of a transaction", (statement) => db.transaction((tx) => tx.query(statement))],
  ["the last message of a transaction", (statement) => db.closing(async () => [statement, sql`select 1 as other_one`])],
])("the columns of %s", (_door, ask) => {
  test("are the fields of its rows, in the program's writing", async () => {
    const rows = await ask(sql`
      select order_id, 1.5 as unit_price, null as line_2, n as id from unnest(array[7, 8]) with ordinality as x (order_id, n)`);
    expect(rows).toEqual([
      { orderId: 7, unitPrice: money("1.5"), line2: null, id: 1 },
      { orderId: 8, unitPrice: money("1.5"), line2: null, id: 2 },
    ]);
    expect(Object.keys(rows[0]!)).toEqual(["orderId", "unitPrice", "line2", "id"]);
  });

  test("stay as they are when they are written otherwise, and so do names inside of JSON", async () => {
    expect(
      await ask(sql`
        select 1 as "orderId", 2 as "Order_Id", 3 as "QUERY PLAN", 4 as _order, 5, jsonb_build_object('order_id', 6) as as_json`),
    ).toEqual([{ orderId: 1, Order_Id: 2, "QUERY PLAN": 3, _order: 4, "?column?": 5, asJson: { order_id: 6 } }]);
  });

  test("that come by one name leave the last of them, as two of the same name do", async () => {
    expect(await ask(sql`select 1 as order_id, 2 as "orderId"`)).toEqual([{ orderId: 2 }]);
    expect(await ask(sql`select 1 as "orderId", 2 as order_id`)).toEqual([{ orderId: 2 }]);
    expect(await ask(sql`select 1 as order_id, 2 as order_id`)).toEqual([{ orderId: 2 }]);
  });

  test("are no rows where there are none", async () => {
    expect(await ask(sql`select 1 as order_id where false`)).toEqual([]);
    expect(await ask(sql`update accounts set code = code where false`)).toEqual([]);
  });
});

test("what the models read on the same connection is theirs", async () => {
  const rate = {
    currency: "AAA",
    rate: "1.5",
    source: "test",
    sourceDate: new Date(),
    fetchedAt: new Date(),
    heldAt: new Date(),
  };
  const undone = db.transaction(async (tx) => {
    const created = await tx.prisma.fxHeld.create({ data: rate });
    expect(await tx.query(sql`select source_date, held_at from fx_held`)).toEqual([
      { sourceDate: expect.any(Date), heldAt: rate.heldAt },
    ]);
    expect(await tx.prisma.fxHeld.findMany()).toEqual([created]);
    expect(created).toMatchObject({ currency: "AAA", heldAt: rate.heldAt });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  // Prisma's own raw rows are not given to the program's names.
  expect(await db.prisma.$queryRaw`select 1 as order_id`).toEqual([{ order_id: 1 }]);
});
