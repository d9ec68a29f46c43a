import { expect, test, vi } from "vitest";
import { HeldBytes } from "#server/kernel/held-bytes.ts";
import { inPieces } from "#server/kernel/in-pieces.ts";

const MB = 1_024 * 1_024;
const newHeld = (mostBytes = 8 * MB) =>
  new HeldBytes<Buffer | null>({ mostBytes, heldForMs: 60_000, sizeOf: (made) => made?.length ?? 0 });
const ofSize = async (bytes: number) => Buffer.alloc(bytes);

test("however many are asked for and however large they are, no more is held than there is room for: the first goes first", async () => {
  const held = newHeld();
  for (let i = 0; i < 100; i++) {
    await held.hold(`picture ${i}`, ofSize(MB));
    expect(held.bytes).toBeLessThanOrEqual(8 * MB);
  }
  const found = Array.from({ length: 100 }, (_, i) => held.find(`picture ${i}`) !== undefined);
  expect(found.lastIndexOf(false)).toBe(92);
  expect(found.filter(Boolean)).toHaveLength(7);
  // Made at the same time, too, and when one alone is more than all of the room.
  await Promise.all(Array.from({ length: 100 }, (_, i) => held.hold(`at once ${i}`, ofSize(MB))));
  expect(held.bytes).toBeLessThanOrEqual(8 * MB);
  expect(await held.hold("large", ofSize(9 * MB))).toHaveLength(9 * MB);
  expect([held.bytes, held.find("large")]).toEqual([0, undefined]);
});

test("what turned out to be nothing takes some room, what failed none, and what is made anew no more than once", async () => {
  const held = newHeld(MB);
  for (let i = 0; i < 10_000; i++) await held.hold(`none ${i}`, Promise.resolve(null));
  expect(held.bytes).toBeLessThanOrEqual(MB);
  expect(await held.find("none 9999")).toBeNull();
  const other = newHeld();
  await expect(other.hold("broken", Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect([other.bytes, other.find("broken")]).toEqual([0, undefined]);
  const choosy = new HeldBytes<Buffer>({ mostBytes: MB, heldForMs: 60_000, sizeOf: () => null });
  await choosy.hold("not to be held", ofSize(1));
  expect([choosy.bytes, choosy.find("not to be held")]).toEqual([0, undefined]);
  for (let i = 0; i < 3; i++) await other.hold("same", ofSize(MB));
  expect(other.bytes).toBeLessThan(2 * MB);
});

test("it is held for a while", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const held = newHeld();
  await held.hold("a", ofSize(1));
  vi.advanceTimersByTime(59_999);
  expect(held.find("a")).toBeDefined();
  vi.advanceTimersByTime(2);
  expect(held.find("a")).toBeUndefined();
  vi.useRealTimers();
});

test("what is held is sent as it is, piece by piece, each when somebody reads it", async () => {
  const bytes = Buffer.alloc(MB + 7, "x");
  const looked: number[] = [];
  const watched = new Proxy(bytes, {
    get(target, name) {
      if (name === "subarray")
        return (from: number, to: number) => {
          looked.push(from);
          return target.subarray(from, to);
        };
      return Reflect.get(target, name, target);
    },
  });
  const reader = inPieces(watched).getReader();
  const { value } = await reader.read();
  expect(looked).toEqual([0]);
  // No copy of it.
  expect(value!.buffer).toBe(bytes.buffer);
  let sent = value!.length;
  for (;;) {
    const next = await reader.read();
    if (next.done) break;
    sent += next.value.length;
  }
  expect(sent).toBe(bytes.length);
});
