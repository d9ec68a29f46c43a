import { expect, test } from "vitest";
import { diffSchema } from "#prisma/diff.ts";
import { migrate } from "#prisma/migrate.ts";
import { env } from "#server/kernel/env.ts";

test("the migrations make exactly the schema that Prisma's client is generated from", async () => {
  expect(await diffSchema(env().databaseUrl!)).toBe("");
});

test("migrating again, also from several processes at once, changes nothing", async () => {
  const again = await Promise.all(Array.from({ length: 5 }, () => migrate(env().databaseUrl!)));
  expect(again.flat()).toEqual([]);
});
