import { describe, expect, test } from "vitest";
import type { TurnBook } from "#server/domain/catalogue/suppliers/turn-book.ts";
import { TurnQueue } from "#server/domain/catalogue/suppliers/turn-queue.ts";
import { readRetryAfter } from "#server/domain/catalogue/suppliers/turns.ts";

const LIMIT = { calls: 8, perMs: 1_000 };
const PATIENT = 60_000;

/** A book whose answers a test gives one by one. */
function heldBook() {
  const asked: { patienceMs: number; answer: (waitMs: number, taken: boolean) => void; fail: () => void }[] = [];
  const book: TurnBook = {
    take: (_about, _limit, { patienceMs }) =>
      new Promise((resolve, reject) => {
        asked.push({
          patienceMs,
          answer: (waitMs, taken) => resolve({ waitMs, taken }),
          fail: () => reject(new Error("no database")),
        });
      }),
    close: async () => {},
  };
  return { asked, queue: new TurnQueue(book, "", LIMIT) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("calls that wait for their turn", () => {
  test("have it in their order, those of what has begun before all others", async () => {
    const { asked, queue } = heldBook();
    const gone: string[] = [];
    for (const [name, isBegun] of [
      ["a", false],
      ["b", false],
      ["c", true],
      ["d", true],
    ] as const)
      void queue.wait(PATIENT, isBegun).then((answer) => gone.push(`${name} ${answer}`));
    for (let n = 0; n < 4; n++) {
      await turn();
      asked[n]!.answer(0, true);
    }
    await turn();
    expect(gone).toEqual(["c null", "d null", "a null", "b null"]);
  });

  test("take one turn ahead at a time, however many they are", async () => {
    const { asked, queue } = heldBook();
    for (let n = 0; n < 50; n++) void queue.wait(PATIENT, false);
    await turn();
    expect(asked).toHaveLength(1);
  });

  test("are all told how long to stay away when nobody may go", async () => {
    const { asked, queue } = heldBook();
    const answers = Promise.all([queue.wait(PATIENT, false), queue.wait(PATIENT, true)]);
    asked[0]!.answer(45_000, false);
    expect(await answers).toEqual([45_000, 45_000]);
    const next = queue.wait(PATIENT, false);
    asked[1]!.answer(0, true);
    expect(await next).toBe(null);
  });

  test("leave when their patience ends, and take no turn that comes after it", async () => {
    const { asked, queue } = heldBook();
    expect(await queue.wait(1, false)).toBe(0);
    const other = queue.wait(PATIENT, false);
    asked[0]!.answer(0, true);
    expect(await other).toBe(null);
  });

  test("hear of a database that does not answer, and the next ones ask anew", async () => {
    const { asked, queue } = heldBook();
    const first = queue.wait(PATIENT, false);
    asked[0]!.fail();
    await expect(first).rejects.toThrow("no database");
    const second = queue.wait(PATIENT, false);
    asked[1]!.answer(0, true);
    expect(await second).toBe(null);
  });
});

test("when a supplier wants to be asked again is read in seconds and as a date", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const texts = ["30", " 0 ", "Sun, 01 Mar 2026 12:01:00 GMT", "Sun, 01 Mar 2026 11:00:00 GMT", "soon", "", null];
  expect(texts.map((text) => readRetryAfter(text, now))).toEqual([30_000, 0, 60_000, 0, null, null, null]);
});
