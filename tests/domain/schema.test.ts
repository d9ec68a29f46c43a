import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diffTables } from "#prisma/diff-tables.ts";
import { compareFunctions, diffFunctions, readDefinitions, splitFile } from "#prisma/functions.ts";
import { migrate } from "#prisma/migrate.ts";
import { connectionOptions } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";

const WRITE_IT = "`npm run db:diff -- <name>` writes the migration that is missing";

test("the migrations make exactly the schema that Prisma's client is generated from", async () => {
  expect(await diffTables(env().databaseUrl!), WRITE_IT).toBe("");
});

test("migrating again, also from several processes at once, changes nothing", async () => {
  const again = await Promise.all(Array.from({ length: 5 }, () => migrate(env().databaseUrl!)));
  expect(again.flat()).toEqual([]);
});

describe("functions, triggers, types and views", () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(connectionOptions(env().databaseUrl!));
    await client.connect();
  });
  afterAll(() => client.end());

  const definitions = readDefinitions();

  test("the database has what the files of prisma/functions say, and nothing else", async () => {
    expect(await compareFunctions(client), WRITE_IT).toEqual([]);
  });

  test("a file is named after its function and begins with what that promises", () => {
    for (const file of new Set(definitions.map((one) => one.file))) {
      const [first, ...others] = definitions.filter((one) => one.file === file);
      const own = file.replace(".sql", "");
      expect(first!.text, file).toMatch(/^-- [A-Z].*(\n-- .*)*\.\n(create|\n)/);
      expect([first!, ...others].map(({ key }) => key)).toContainEqual(
        expect.stringMatching(new RegExp(`^(function|view) ${own}$`)),
      );
      expect(others.filter(({ key }) => /^(function|view) /.test(key) && !key.endsWith(` ${own}`))).toEqual([]);
    }
  });

  test("whatever changes in a file is found, and the migration that is written for it brings it about", async () => {
    const edits: Record<string, [string, string]> = {
      "function settle_order": ["if not found then return false; end if;", ""],
      "function usable_credit": ["returns numeric", "returns text"],
      "function must": ["p_words text", "p_words text, p_code text"],
      "type new_event": ["at timestamptz", "at timestamptz, note text"],
      "view journal_lines": ["m.cause, m.at", "m.cause"],
      "trigger orders_moves": ["before update of status", "before update"],
      "trigger keep_an_owner": ["initially deferred", "initially immediate"],
    };
    const wanted = definitions
      .filter(({ key, file }) => key !== "trigger esims_moves" && file !== "adopt_part.sql")
      .map((one) => ({ ...one, text: one.text.replace(...(edits[one.key] ?? ["", ""])) }))
      .concat(splitFile("unused.sql", "create function unused() returns int language sql as $$ select 1 $$;"));

    expect(await compareFunctions(client, wanted)).toEqual([
      "function adopt_part of the database is in no file of prisma/functions",
      "must.sql: function must differs from the database",
      "settle_order.sql: function settle_order differs from the database",
      "unused.sql: function unused is not in the database",
      "usable_credit.sql: function usable_credit differs from the database",
      "trigger esims_moves of the database is in no file of prisma/functions",
      "keep_an_owner.sql: trigger keep_an_owner differs from the database",
      "check_order_move.sql: trigger orders_moves differs from the database",
      "announce_events.sql: type new_event differs from the database",
      "journal_lines.sql: view journal_lines differs from the database",
    ]);
    const migration = await diffFunctions(client, wanted);
    await client.query(migration);
    expect(await compareFunctions(client, wanted)).toEqual([]);
    // What takes the type is made anew with it; what only stands beside it is left alone.
    expect(migration).toContain("drop function announce_events;");
    expect(migration).not.toContain("place_orders(");

    await client.query(await diffFunctions(client));
    expect(await compareFunctions(client)).toEqual([]);
    expect(await diffFunctions(client)).toBe("");
  });
});
