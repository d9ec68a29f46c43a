import { describe, expect, test } from "vitest";
import { ACTION_MOVES } from "#server/domain/selling/actions/action.ts";
import { ESIM_STATUSES, isFinal } from "#server/domain/selling/esims/index.ts";
import { ORDER_MOVES } from "#server/domain/selling/orders/order.ts";
import { PART_MOVES } from "#server/domain/selling/orders/supplier-part.ts";
import { AUTO_TOPUP_MOVES } from "#server/domain/shop/checkout/auto-topups/auto-topup.ts";
import { CHECKOUT_MOVES } from "#server/domain/shop/checkout/checkout.ts";
import { REPLACEMENT_MOVES } from "#server/domain/shop/guarantee/replacement.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { type Moves, moveStatement, openStates, statesBefore } from "#server/kernel/moves.ts";

const bodyOf = async (name: string): Promise<string> =>
  one(await database().query<{ body: string }>(sql`select prosrc as body from pg_proc where proname = ${name}`)).body;

describe("the tables of the code and of the database's triggers", () => {
  test.each<[string, Moves<string>]>([
    ["check_order_move", ORDER_MOVES],
    ["check_part_move", PART_MOVES],
    ["check_action_move", ACTION_MOVES],
    ["check_checkout_move", CHECKOUT_MOVES],
    ["check_replacement_move", REPLACEMENT_MOVES],
    ["check_auto_topup_move", AUTO_TOPUP_MOVES],
  ])("%s allows what the code's table allows, and nothing else", async (name, moves) => {
    const inDatabase = [...(await bodyOf(name)).matchAll(/\('(\w+)', '(\w+)'\)/g)].map(
      ([, from, to]) => `${from} → ${to}`,
    );
    const inCode = Object.entries(moves).flatMap(([from, next]) => next.map((to) => `${from} → ${to}`));
    expect(inDatabase.length).toBeGreaterThan(0);
    expect(inDatabase.sort()).toEqual(inCode.sort());
  });

  test("eSIMs that are over are the same ones", async () => {
    const [, list] = /old\.status in \(([^)]*)\)/.exec(await bodyOf("check_esim_move"))!;
    expect(list!.split(", ").sort()).toEqual(
      ESIM_STATUSES.filter(isFinal)
        .map((status) => `'${status}'`)
        .sort(),
    );
  });
});

describe("a move", () => {
  type Light = "red" | "green" | "broken";
  const moves: Moves<Light> = { red: ["green", "broken"], green: ["red", "broken"], broken: [] };

  test("that the table does not have is refused before the database is asked", () => {
    const toGreen = (status: Light | Light[]) => () =>
      moveStatement("lights", moves, { id: 1, status }, { status: "green" });
    expect(toGreen("broken")).toThrow("The state green does not follow broken in lights.");
    expect(toGreen(["red", "broken"])).toThrow("does not follow broken");
    expect(toGreen(["red", "green"])).not.toThrow();
  });

  test("happens to a row that is as it was read, and to no other", async () => {
    await database().query(
      sql`create table lights (id int, status text, turns int, seen_at timestamptz, cost numeric, notes jsonb)`,
    );
    await database().query(sql`insert into lights values (1, 'red', 3), (2, 'red', 3)`);
    const move = async (
      ...[read, changes]: [
        { id: number; status: Light | Light[]; turns?: number },
        { status?: Light } & Record<string, unknown>,
      ]
    ) => (await database().query(sql`${moveStatement("lights", moves, read, changes)} returning id`)).length;
    expect(await move({ id: 1, status: "green" }, { status: "red" })).toBe(0);
    expect(await move({ id: 1, status: "red", turns: 2 }, { status: "green" })).toBe(0);
    expect(
      await move({ id: 1, status: "red", turns: 3 }, { status: "green", turns: 4, seenAt: null, notes: ["a\0"] }),
    ).toBe(1);
    expect(await move({ id: 1, status: "red", turns: 3 }, { status: "green" })).toBe(0);
    expect(await move({ id: 1, status: ["red", "green"] }, { cost: undefined, turns: 5 })).toBe(1);
    const rows = await database().query(sql`select id, status, turns, notes from lights order by id`);
    expect(rows).toEqual([
      { id: 1, status: "green", turns: 5, notes: ["a\ufffd"] },
      { id: 2, status: "red", turns: 3, notes: null },
    ]);
  });

  test("leads to a state from those before it, and from none that is final", () => {
    expect(statesBefore(moves, "broken")).toEqual(["red", "green"]);
    expect(openStates(moves)).toEqual(["red", "green"]);
  });
});
