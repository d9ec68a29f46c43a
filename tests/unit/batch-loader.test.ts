import { describe, expect, test } from "vitest";
import { batchLoader } from "#server/kernel/batch-loader.ts";
import type { Transaction } from "#server/kernel/db.ts";

let names = 0;

/** Looks up squares; each statement is answered when the test says so. */
function desk() {
  const statements: { keys: number[]; answer(): void; refuse(error: Error): void }[] = [];
  const lookUp = batchLoader(
    `test-${names++}`,
    (_db, keys: number[]) =>
      new Promise<number[]>((resolve, reject) => {
        statements.push({ keys, answer: () => resolve(keys.map((key) => key * key)), refuse: reject });
      }),
  );
  const db = { query: async () => [] } as unknown as Transaction;
  return { statements, ask: (key: number) => lookUp(db, key), elsewhere: (key: number) => lookUp({ ...db }, key) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("questions that are asked together", () => {
  test("those of one turn share a statement; those that come while two are under way share the next", async () => {
    const { statements, ask } = desk();
    const answers = [1, 2].map(ask);
    await turn();
    answers.push(ask(3));
    await turn();
    answers.push(...[4, 5, 4].map(ask));
    await turn();
    expect(statements.map(({ keys }) => keys)).toEqual([[1, 2], [3]]);
    statements[0]!.answer();
    await turn();
    expect(statements[2]!.keys).toEqual([4, 5, 4]);
    statements[1]!.answer();
    statements[2]!.answer();
    expect(await Promise.all(answers)).toEqual([1, 4, 9, 16, 25, 16]);
  });

  test("no statement that began before the question answers it", async () => {
    const { statements, ask } = desk();
    const first = ask(5);
    await turn();
    const second = ask(5);
    await turn();
    expect(statements).toHaveLength(2);
    statements[0]!.answer();
    await first;
    statements[1]!.answer();
    expect(await second).toBe(25);
  });

  test("a statement that fails fails those who waited for it, and no others", async () => {
    const { statements, ask } = desk();
    const asked: Promise<number>[] = [];
    for (const key of [1, 2, 3]) {
      asked.push(ask(key));
      await turn();
    }
    const outcome = Promise.allSettled(asked);
    statements[0]!.refuse(new Error("the connection broke"));
    await turn();
    statements[1]!.answer();
    statements[2]!.answer();
    expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  test("a question that the database refuses spoils no other of its statement", async () => {
    const { statements, ask } = desk();
    const outcome = Promise.allSettled([1, 2, 3].map(ask));
    await turn();
    statements[0]!.refuse(Object.assign(new Error("invalid byte sequence"), { code: "22021" }));
    const refusal = Object.assign(new Error("invalid byte sequence"), { code: "22021" });
    for (const [i, keys] of [[1], [2, 3], [2], [3]].entries()) {
      await turn();
      const statement = statements[i + 1]!;
      expect(statement.keys).toEqual(keys);
      if (keys.includes(2)) statement.refuse(refusal);
      else statement.answer();
    }
    expect((await outcome).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("one statement asks for 64 at most, and databases do not mix", async () => {
    const { statements, ask, elsewhere } = desk();
    const answers = Promise.all(Array.from({ length: 150 }, (_, i) => ask(i)));
    void elsewhere(7);
    await turn();
    expect(statements.map(({ keys }) => keys.length)).toEqual([64, 64, 1]);
    statements[0]!.answer();
    await turn();
    expect(statements[3]!.keys).toHaveLength(22);
    for (const statement of statements) statement.answer();
    expect((await answers)[149]).toBe(149 ** 2);
  });
});
