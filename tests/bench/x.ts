import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";

const d = process.argv[2]!;
overrideEnv({
  databaseUrl: `postgresql://postgres:volume@localhost/service?host=${d}`,
  masterKey: "a master key for the bench, long enough to be one",
});
const ids = (await database().query<{ id: number }>(sql`select id from packages where coverage @> array['TR']`)).map(
  (r) => r.id,
);
for (const q of [
  sql`explain (analyze, buffers) select o.id from orders o where o.account_id=1 and o.environment='live' and o.client_reference ~>=~ 'shop-' and o.client_reference ~<~ ${"shop-\u{10FFFF}"} and o.package_id = any(${ids}::int[]) order by o.id desc limit 51`,
  sql`explain (analyze, buffers) select o.id from orders o where o.account_id=1 and o.environment='live' and o.client_reference ~>=~ 'shop-' and o.client_reference ~<~ ${"shop-\u{10FFFF}"} order by o.id desc limit 51`,
  sql`explain (analyze, buffers) select o.id from orders o where o.account_id=1 and o.environment='live' and o.client_reference ~>=~ 'shop-7' and o.client_reference ~<~ ${"shop-7\u{10FFFF}"} order by o.id desc limit 51`,
  sql`explain (analyze, buffers) select o.id from orders o where o.account_id=1 and o.environment='live' and o.package_id = any(${ids}::int[]) order by o.id desc limit 51`,
])
  console.log((await database().query(q)).map((r: any) => r["QUERY PLAN"]).join("\n"), "\n");
await database().close();
