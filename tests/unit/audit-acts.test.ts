import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ACTS, actInWords } from "#server/domain/record/audit-log/acts.ts";

const ROOT = join(import.meta.dirname, "../..");
const source = globSync("server/{domain,move,cli,auth,trpc}/**/*.ts", { cwd: ROOT })
  .filter((file) => !file.endsWith("audit-log/acts.ts"))
  .map((file) => readFileSync(join(ROOT, file), "utf8"))
  .join("\n");

test("every act that is put on record has a sentence that names its subject, and no sentence is left of one that is gone", () => {
  const written = [...source.matchAll(/\bact: "([a-z_]+\.[a-z_]+)"/g)].map(([, act]) => act!);
  expect(written.length).toBeGreaterThan(60);
  expect(written.filter((act) => !Object.hasOwn(ACTS, act))).toEqual([]);
  const isNamed = (act: string) => source.includes(`"${act}"`) || source.includes(`\`${act.split(".")[0]}.\${`);
  expect(Object.keys(ACTS).filter((act) => !isNamed(act))).toEqual([]);
  expect(Object.keys(ACTS).filter((act) => !/^[A-Z].* .*demo \$& key/.test(actInWords(act, "demo $& key")))).toEqual(
    [],
  );
});

test("an act of an older version is told by its name", () => {
  expect(actInWords("webhook.reopen_all", "7")).toBe("webhook reopen all: 7");
});
