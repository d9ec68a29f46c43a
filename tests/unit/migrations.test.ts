import { expect, test } from "vitest";
import { readMigrations } from "#prisma/migrate.ts";
import { PARTITIONED } from "#server/domain/control/partitions/index.ts";

/** What came before there was this rule is never changed. */
const SINCE = "0329";

test("an index on a table that is there already is built beside whoever writes it", () => {
  const blocking = readMigrations()
    .filter(({ name }) => name > SINCE)
    .flatMap(({ name, script }) => {
      const find = (form: RegExp) => [...script.matchAll(form)].map(([, table]) => table!);
      const made = find(/^create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/gim);
      const indexed = find(/^create (?:unique )?index (?!concurrently )[^;]*? on (?!only )"?(\w+)"?/gim);
      // Its partitions have theirs already (decision 147).
      const known = [...made, ...PARTITIONED.flatMap(({ tables }) => tables)];
      return indexed.filter((table) => !known.includes(table)).map((table) => `${name}: an index of ${table}`);
    });
  expect(blocking.map((one) => `${one}: create index concurrently, in a migration of its own`)).toEqual([]);
});
