import { describe, expect, test } from "vitest";
import { Batcher } from "#server/kernel/batcher.ts";

type Rules = ConstructorParameters<typeof Batcher<number, number>>[0];

/** Doubles numbers; each batch is done when the test says so. */
function desk(rules: Partial<Rules> = {}) {
  const batches: { items: number[]; done(): void; fail(code: string): void }[] = [];
  const batcher = new Batcher<number, number>({
    most: 3,
    inFlight: 1,
    ...rules,
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          done: () => resolve(items.map((item) => 2 * item)),
          fail: (code) => reject(Object.assign(new Error(code), { code })),
        });
      }),
  });
  return { batcher, batches };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const LOCKED = "55P03";

describe("a batcher", () => {
  test("does together what shares no claim, and never more than it may", async () => {
    const { batcher, batches } = desk({ claims: (item) => [String(item % 10)] });
    const answers = Promise.all([1, 11, 2, 3, 4].map((item) => batcher.add(item)));
    for (const items of [
      [1, 2, 3],
      [11, 4],
    ]) {
      await turn();
      expect(batches.at(-1)!.items).toEqual(items);
      batches.at(-1)!.done();
    }
    expect(await answers).toEqual([2, 22, 4, 6, 8]);
  });

  test("hands over what was not done because it is held, and nothing that was answered or refused", async () => {
    const held: number[] = [];
    const { batcher, batches } = desk({ most: 4, held: (batch) => held.push(...batch.map(({ item }) => item)) });
    const outcomes = [1, 2, 3, 4].map((item) => batcher.add(item).catch(String));
    await turn();
    batches[0]!.fail("22021");
    await turn();
    expect(batches[1]!.items).toEqual([1, 2]);
    batches[1]!.done();
    await turn();
    batches[2]!.fail(LOCKED);
    await turn();
    expect(held).toEqual([3, 4]);
    expect(await Promise.all(outcomes.slice(0, 2))).toEqual([2, 4]);
    // Whoever took them over gives them back, and they go before all others.
    const { batcher: other, batches: next } = desk();
    other.putBack([{ item: 3, since: 0, resolve: () => {}, reject: () => {} }]);
    expect(next[0]!.items).toEqual([3]);
  });

  test("waits for others as long as it may, does all of it when it is drained, and gives up the oldest beyond its bound", async () => {
    const { batcher, batches } = desk({ gatherMs: 60_000, mostWaiting: 2 });
    const outcomes = [1, 2, 3].map((item) => batcher.add(item).catch(({ code }) => code));
    await turn();
    expect(batches).toEqual([]);
    const drained = batcher.drain();
    expect(batches[0]!.items).toEqual([2, 3]);
    outcomes.push(batcher.add(4));
    batches[0]!.done();
    await turn();
    expect(batches[1]!.items).toEqual([4]);
    batches[1]!.done();
    await drained;
    expect(await Promise.all(outcomes)).toEqual(["service_unavailable", 4, 6, 8]);
  });
});
