import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOfTurns, IN_EVERY_RUN, IN_TURN, leftOut, TURNS, turnOf } from "#tests/turns.ts";

const sorted = (files: string[]) => files.toSorted();
const secondsOf = (files: string[]) =>
  files.reduce((sum, file) => sum + IN_TURN[file.replace(/^tests\/|\.test\.ts$/g, "")]!, 0);

test("every file that takes turns exists and has its turn once", () => {
  const files = filesOfTurns().flat();
  expect(files).toHaveLength(Object.keys(IN_TURN).length);
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("what every run begins with exists and takes no turns", () => {
  const names = Object.keys(IN_EVERY_RUN);
  expect(names.filter((name) => name in IN_TURN || !existsSync(`tests/${name}.test.ts`))).toEqual([]);
});

test("what one turn leaves out is what the others run, and without a turn nothing is left out", () => {
  const all = filesOfTurns();
  for (let turn = 1; turn <= TURNS; turn++)
    expect(sorted(leftOut(turn))).toEqual(sorted(all.filter((_, i) => i !== turn - 1).flat()));
  expect(leftOut(undefined)).toEqual([]);
  expect([turnOf(undefined), turnOf("all"), turnOf("3")]).toEqual([undefined, undefined, 3]);
});

test("a commit has one of the turns, and always the same", () => {
  const turn = turnOf("commit");
  expect(Array.from({ length: TURNS }, (_, i) => i + 1)).toContain(turn);
  expect(turnOf("commit")).toBe(turn);
});

test.each(["0", "7", "1.5", "first"])("%s is no turn", (turn) => {
  expect(() => turnOf(turn)).toThrow(`TURN=${turn} is none: all, commit, or 1 to 6`);
});

test("turns take about as long as one another", () => {
  const seconds = filesOfTurns().map(secondsOf);
  expect(Math.max(...seconds)).toBeLessThan(1.2 * Math.min(...seconds));
});
