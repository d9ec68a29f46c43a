import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const text = readFileSync(join(ROOT, "docs/security.md"), "utf8");
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \| ([^|]+) \| (.+) \|$/gm)].map(([, ids, state, how]) => ({
  ids: ids!.split(", "),
  state: state!.trim(),
  how: how!,
}));

/** ASVS 5.0: level 2 of every chapter, level 3 of V8, V11 and V15.4, as `section:numbers`. */
const SCOPE = `1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1 3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3 6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4 7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2 8.1:1-4 8.2:1-4
  8.3:1-3 8.4:1-2 9.1:1-3 9.2:1-4 10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3 11.1:1-4 11.2:1-5 11.3:1-5 11.4:1-4 11.5:1-2 11.6:1-2
  11.7:1-2 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1 13.2:1-5 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 15.4:1-4 16.1:1 16.2:1-5
  16.3:1-4 16.4:1-3 16.5:1-3 17.1:1 17.2:1-4 17.3:1-2`;

const wanted = SCOPE.split(/\s+/).flatMap((part) => {
  const [section, numbers] = part.split(":") as [string, string];
  const [first, last = first] = numbers.split("-").map(Number) as [number, number?];
  return Array.from({ length: last - first + 1 }, (_, i) => `${section}.${first + i}`);
});

test("the table has every requirement of its scope once", () => {
  expect(wanted).toHaveLength(273);
  const listed = rows.flatMap(({ ids }) => ids);
  expect(wanted.filter((id) => !listed.includes(id))).toEqual([]);
  expect(listed.filter((id) => !wanted.includes(id))).toEqual([]);
  expect(listed.filter((id, i) => listed.indexOf(id) !== i)).toEqual([]);
});

test("its states are of one kind, and the tests that it names exist", () => {
  for (const { ids, state, how } of rows) {
    expect(["met", "in part", "open", "operator", "n/a"], String(ids)).toContain(state);
    for (const [, file] of how.matchAll(/`(tests\/[^`]+)`/g))
      expect(existsSync(join(ROOT, file!)), `${ids}: ${file}`).toBe(true);
  }
});
