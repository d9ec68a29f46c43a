import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUGS } from "#tests/faults/planted/bugs.ts";

const ROOT = join(import.meta.dirname, "../..");

test("every planted bug has a place in the code of today, and a check that exists", () => {
  const lost = BUGS.flatMap(({ name, changes, checks }) => [
    ...changes
      .filter(({ file, find }) => !existsSync(join(ROOT, file)) || count(file, find) !== 1)
      .map(({ file, find }) => `${name}: "${find.slice(0, 60)}" does not stand once in ${file}`),
    ...checks.flatMap((check) =>
      "file" in check && !existsSync(join(ROOT, check.file)) ? [`${name}: there is no ${check.file}`] : [],
    ),
  ]);
  expect(lost).toEqual([]);
});

const count = (file: string, text: string) => readFileSync(join(ROOT, file), "utf8").split(text).length - 1;
