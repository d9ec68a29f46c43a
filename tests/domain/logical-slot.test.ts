import pg from "pg";
import { expect, test } from "vitest";
import { connectionOptions, database, sql } from "#server/kernel/db.ts";
import { makeLogicalSlot } from "#server/kernel/logical-slot.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { until } from "#tests/support/until.ts";

test("a table that is changed while a slot is waited for harms neither", async () => {
  const url = directDatabaseUrl();
  const [former, later] = [new pg.Client(connectionOptions(url)), new pg.Client(connectionOptions(url))];
  for (const client of [former, later]) await client.connect();
  const begin = async (client: pg.Client): Promise<string> => {
    await client.query("begin");
    return (await client.query("select pg_current_xact_id()::xid::text as xid")).rows[0].xid;
  };
  const isWaitedFor = (xid: string) => async () =>
    (await database().query(sql`select from pg_locks where transactionid = ${xid}::xid and not granted`)).length > 0;
  const before = await begin(former);
  const made = makeLogicalSlot(url, "beside_a_change");
  made.catch(() => {});
  // It waits for who was there when it began, and once more for who came until then: from there on it reads what others did.
  await until(isWaitedFor(before));
  const since = await begin(later);
  await former.query("commit");
  await until(isWaitedFor(since));
  await database().query(sql`create table changed_meanwhile (id int)`);
  await later.query("commit");
  await made;
  expect(
    await database().query(sql`
      select plugin::text, confirmed_flush_lsn is not null as is_made, active from pg_replication_slots where slot_name = 'beside_a_change'`),
  ).toEqual([{ plugin: "pgoutput", isMade: true, active: false }]);
  await expect(makeLogicalSlot(url, "beside_a_change")).rejects.toThrow(/already exists/);
  await database().query(sql`select pg_drop_replication_slot('beside_a_change')`);
  await database().query(sql`drop table changed_meanwhile`);
  for (const client of [former, later]) await client.end();
});
