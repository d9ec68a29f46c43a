import { expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { database, openDatabase, type Sql, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { system } from "#tests/support/world.ts";

const ABOUT_DECISIONS = [
  "A booking by decision has the decision, one by card the payment that was asked for.",
  "Every decision about money that was carried out is in the ledger.",
];

/** The report of a process whose statements may take no more than this, while somebody holds the decisions. */
async function whileHeld(statementMs: number, longest: number, heldMs: number) {
  const db = openDatabase(env().databaseUrl!, 2, { longest: statementMs });
  const progress: number[] = [];
  const held = database().transaction(async (tx) => {
    await tx.query(sql`lock table decisions in access exclusive mode`);
    await new Promise((resolve) => setTimeout(resolve, heldMs));
  });
  try {
    const onProgress = async (checked: number) => void progress.push(checked);
    return { ...(await checkInvariants({ ...system(), db }, { longest, onProgress })), progress };
  } finally {
    await held;
    await db.close();
  }
}

test("a rule that cannot be checked in its time is told as such, and every other one is checked", async () => {
  const { ok, checked, failures, progress } = await whileHeld(400, 200, 2_500);
  expect(ok).toBe(false);
  expect(failures).toEqual(
    ABOUT_DECISIONS.map((invariant) => ({ invariant, examples: "not checked: it takes too long", count: 1 })),
  );
  // The chains and the events are not among the rules.
  expect(progress).toEqual(Array.from({ length: checked - 2 }, (_, i) => i + 1));
});

test("a rule that takes longer than other statements may has its time", async () => {
  expect(await whileHeld(400, 20_000, 2_000)).toMatchObject({ ok: true, failures: [] });
});

test("a rule that we gave up before a busy server said that it ended it has its time as well", async () => {
  const { db } = system();
  const silent: typeof db = {
    ...db,
    query: async <Row>(statement: Sql) => {
      if (statement.text.includes("with v as (")) throw new Error("Query read timeout");
      return await db.query<Row>(statement);
    },
  };
  expect(await checkInvariants({ ...system(), db: silent })).toMatchObject({ ok: true, failures: [] });
});
