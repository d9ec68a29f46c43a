import { describe, expect, test } from "vitest";
import type { Queryable } from "#server/kernel/db.ts";
import { gather } from "#server/kernel/gather.ts";

let names = 0;

/** Looks up squares; each statement is answered when the test says so. */
function desk() {
  const statements: { keys: number[]; answer(): void; refuse(error: Error): void }[] = [];
  const lookUp = gather(
    `test-${names++}`,
    (_db, keys: number[]) =>
      new Promise<number[]>((resolve, reject) => {
        statements.push({ keys, answer: () => resolve(keys.map((key) => key * key)), refuse: reject });
      }),
  );
  const db: Queryable = { query: async () => [] };
  return { statements, ask: (key: number) => lookUp(db, key), elsewhere: (key: number) => lookUp({ ...db }, key) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("questions that are asked together", () => {
  test("a lone one waits for nobody; those that come while two are under way share the next statement", async () => {
    const { statements, ask } = desk();
    const answers = Promise.all([1, 2, 3, 4, 3].map(ask));
    expect(statements.map(({ keys }) => keys)).toEqual([[1], [2]]);
    statements[0]!.answer();
    await settled();
    expect(statements[2]!.keys).toEqual([3, 4, 3]);
    statements[1]!.answer();
    statements[2]!.answer();
    expect(await answers).toEqual([1, 4, 9, 16, 9]);
  });

  test("no statement that began before the question answers it", async () => {
    const { statements, ask } = desk();
    const first = ask(5);
    const second = ask(5);
    expect(statements).toHaveLength(2);
    statements[0]!.answer();
    await first;
    statements[1]!.answer();
    expect(await second).toBe(25);
  });

  test("a statement that fails fails those who waited for it, and no others", async () => {
    const { statements, ask } = desk();
    const [first, second, third] = [ask(1), ask(2), ask(3)];
    const outcome = Promise.allSettled([first, second, third]);
    statements[0]!.refuse(new Error("the connection broke"));
    await settled();
    statements[1]!.answer();
    statements[2]!.answer();
    expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  test("one statement asks for 64 at most, and databases do not mix", async () => {
    const { statements, ask, elsewhere } = desk();
    const answers = Promise.all(Array.from({ length: 100 }, (_, i) => ask(i)));
    void elsewhere(7);
    expect(statements.map(({ keys }) => keys.length)).toEqual([1, 1, 1]);
    for (const statement of statements.slice(0, 2)) statement.answer();
    await settled();
    expect(statements.slice(3).map(({ keys }) => keys.length)).toEqual([64, 34]);
    for (const statement of statements) statement.answer();
    expect((await answers)[99]).toBe(9801);
  });
});
