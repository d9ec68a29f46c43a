import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { keepPartitions, measurePartitions, PARTITIONED } from "#server/domain/control/partitions/index.ts";
import { jumpNumbers } from "#server/domain/money/ledger/after-restore.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { DAY, recordTime } from "#server/kernel/time.ts";
import { endPartitions } from "#tests/support/partitions.ts";
import { movableClock } from "#tests/support/people.ts";
import { runSvc } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

const db = database();
const TABLES = ["api_requests", "api_exchanges"];
const SEQUENCE = "api_requests_id_seq";
const WIDTH = 1_000_000_000;

/** Requests with their exchanges, as `record-request.ts` writes them. Returns their ids. */
async function write(at: Date, count = 1, name = "written"): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with made as (
      select nextval('api_requests_id_seq') as id from generate_series(1, ${count}::int)
    ), exchanged as (
      insert into api_exchanges (id, headers, answer) select id, '[]', '' from made
    )
    insert into api_requests (id, request_id, account_id, environment, key_id, method, path, status, duration_ms, ip, created_at)
    select id, ${name}, 0, 'test', 0, 'GET', '/', 200, 1, '', ${at} from made returning id`);
  return rows.map(({ id }) => id);
}

const written = async (name = "written") => {
  const rows = await db.query<{ id: number; cell: string; exchange: string }>(sql`
    select r.id, r.tableoid::regclass::text as cell, x.tableoid::regclass::text as exchange
      from api_requests r join api_exchanges x using (id) where r.request_id = ${name} order by r.id`);
  return rows.map(({ cell, exchange }) => {
    expect(exchange).toBe(cell.replace("api_requests", "api_exchanges"));
    return cell.replace("api_requests_", "");
  });
};

const strays = async (): Promise<string[]> =>
  (await measurePartitions(system())).filter(({ hasStrays }) => hasStrays).map(({ what }) => what);

describe("partitions of the request log", () => {
  /** Later than all that was written. */
  const clock = movableClock();
  const ctx = system({ clock });
  beforeEach(async () => {
    clock.move(400 * DAY);
    // Nothing is left of the tests before.
    for (let i = 0; i < 2; i++) await keepPartitions(ctx);
    await write(clock.now(), 1, "begins");
    await keepPartitions(ctx);
  });
  const ago = (days: number) => new Date(clock.now().getTime() - days * DAY);
  /** The number of the partition that is written to. */
  const current = async () => Math.floor((await write(clock.now(), 1, "probe"))[0]! / WIDTH);

  test("are ended by the job when a sixth of the term is over; the next is there before, and what was written stays where it is", async () => {
    const cell = await current();
    await write(clock.now(), 3);
    clock.move(14 * DAY);
    await keepPartitions(ctx);
    await write(clock.now(), 1);
    clock.move(2 * DAY);
    await Promise.all(Array.from({ length: 4 }, () => keepPartitions(ctx)));
    // One that was in another's way for long has left the rest to the next.
    await keepPartitions(ctx);
    // Somebody who had seen the same, and was slower: what is over does not end another time.
    const [slower] = await db.query<{ turned: boolean }>(
      sql`select turn_partition(${TABLES}::text[], ${SEQUENCE}, ${(cell + 1) * WIDTH}::bigint) as turned`,
    );
    expect(slower).toEqual({ turned: false });
    await write(clock.now(), 2);
    expect(await written()).toEqual([...Array(4).fill(`p${cell}`), ...Array(2).fill(`p${cell + 1}`)]);
    expect((await measurePartitions(ctx)).every(({ isAhead, isLate }) => isAhead && !isLate)).toBe(true);
    expect(await strays()).toEqual([]);
  });

  test("are dropped when all of their rows are older than the term, and no other rows", async () => {
    const cell = await current();
    await write(clock.now(), 2, "old");
    clock.move(14 * DAY);
    await write(clock.now(), 1, "border");
    clock.move(2 * DAY);
    await keepPartitions(ctx);
    await write(clock.now(), 1, "young");
    // The old are over their 90 days, the one at the border is not yet.
    clock.move(80 * DAY);
    await keepPartitions(ctx);
    expect([await written("old"), await written("border")]).toEqual([[`p${cell}`, `p${cell}`], [`p${cell}`]]);
    clock.move(9 * DAY);
    await keepPartitions(ctx);
    expect([await written("old"), await written("border")]).toEqual([[], []]);
    expect(await db.query(sql`select from pg_class where relname = ${`api_exchanges_p${cell}`}`)).toEqual([]);
    expect(await written("young")).toEqual([`p${cell + 1}`]);
  });

  test("take every row of who writes while they are ended, made and dropped", async () => {
    const ids: number[] = [];
    let open = true;
    const writers = Array.from({ length: 6 }, async () => {
      while (open) ids.push(...(await write(clock.now(), 5)));
    });
    const cells = () => new Set(ids.map((id) => Math.floor(id / WIDTH))).size;
    while (cells() < 9) {
      const before = ids.length;
      await until(() => ids.length > before);
      clock.move(17 * DAY);
      await Promise.all([keepPartitions(ctx), keepPartitions(ctx)]);
    }
    open = false;
    await Promise.all(writers);
    expect(new Set(ids).size).toBe(ids.length);
    // What is not there any more was dropped by age, whole partitions of it.
    const left = await written();
    const oldest = Math.min(...left.map((cell) => Number(cell.slice(1))));
    expect(left).toHaveLength(ids.filter((id) => Math.floor(id / WIDTH) >= oldest).length);
    expect(await strays()).toEqual([]);
  });

  test("are left alone while somebody reads for long, and dropped by the next run", async () => {
    await write(clock.now(), 1);
    clock.move(16 * DAY);
    await keepPartitions(ctx);
    clock.move(95 * DAY);
    await db.transaction(async (tx) => {
      await tx.query(sql`select from api_requests limit 1`);
      await keepPartitions(ctx);
    });
    expect(await written()).toHaveLength(1);
    await keepPartitions(ctx);
    expect(await written()).toEqual([]);
  });

  test("are left out by who looks at them while they are dropped: nobody fails for it", async () => {
    const cell = await current();
    clock.move(16 * DAY);
    await keepPartitions(ctx);
    clock.move(95 * DAY);
    let looking: ReturnType<typeof measurePartitions> | undefined;
    await db.transaction(async (tx) => {
      const [row] = await tx.query<{ dropped: boolean }>(
        sql`select drop_partition(${TABLES}::text[], ${SEQUENCE}, ${cell}::int, ${ago(90)}) as dropped`,
      );
      expect(row).toEqual({ dropped: true });
      looking = measurePartitions(ctx);
      looking.catch(() => {});
      await until(async () => (await waiting()) > 0);
    });
    expect(await looking).toMatchObject([{ hasStrays: false }, {}, {}]);
  });
  const waiting = async () =>
    (
      await db.query(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%list_partitions%'`,
      )
    ).length;

  test("that are not over lose what is older than it may get: what was there before, or while no job ran", async () => {
    await write(ago(106), 2, "too old");
    const kept = await write(ago(80), 1);
    // Begins with what is older than all others, as a table does that was divided.
    await db.query(sql`update api_requests set created_at = ${ago(120)} where request_id in ('begins', 'probe')`);
    await keepPartitions(ctx);
    expect(await written("too old")).toEqual([]);
    expect(await written()).toHaveLength(kept.length);
  });

  test("follow numbers that jump after a restore, and rows that came before they did are moved and told of", async () => {
    await db.transaction((tx) => jumpNumbers(tx));
    await write(clock.now(), 1);
    expect(await strays()).toEqual([]);
    await db.query(sql`select setval(${SEQUENCE}, nextval(${SEQUENCE}) + 7 * ${WIDTH}::bigint)`);
    const [id] = await write(clock.now(), 1, "beside");
    expect(await written("beside")).toEqual(["rest"]);
    const [concern] = (await listConcerns(ctx)).filter(({ alarm }) => alarm?.cause === "partitions");
    expect(concern).toMatchObject({ alarm: { critical: false, runbook: "partitions" } });
    expect(concern!.text).toBe(
      "Requests to the API have no partition ahead. Rows of requests to the API landed beside all partitions.",
    );
    await keepPartitions(ctx);
    expect(await written("beside")).toEqual([`p${Math.floor(id! / WIDTH)}`]);
    expect((await listConcerns(ctx)).filter(({ alarm }) => alarm?.cause === "partitions")).toEqual([]);
  });

  test("are looked at alone by whoever has the id", async () => {
    const [id] = await write(clock.now());
    await endPartitions(TABLES, SEQUENCE);
    const plan = await db.query<{ line: string }>(sql`explain select from api_requests where id = ${id!}::bigint`);
    const tables = new Set(JSON.stringify(plan).match(/api_requests_(p\d+|rest)\b/g));
    expect([...tables]).toEqual([`api_requests_p${Math.floor(id! / WIDTH)}`]);
  });
});

test("an index of the whole is one of every partition, the next ones too", async () => {
  const missing = await db.query(sql`
    select p.owner, p.name, i.indexrelid::regclass::text as index
      from list_partitions(${PARTITIONED.flatMap(({ tables }) => tables)}::text[]) p
      join pg_index i on i.indrelid = p.owner::regclass
     where not exists (select from pg_inherits h join pg_index c on c.indexrelid = h.inhrelid
                        where h.inhparent = i.indexrelid and c.indrelid = p.name::regclass and c.indisvalid)`);
  expect(missing).toEqual([]);
});

test("calls that are evidence of an open case stay with their partition until it is decided", async () => {
  const of = PARTITIONED.find(({ tables }) => tables[0] === "supplier_calls")!;
  const calls = async () => (await db.query<{ n: number }>(sql`select count(*) as n from supplier_calls`))[0]!.n;
  const later = system({ clock: { now: () => new Date(Date.now() + 401 * DAY) } });
  const call = (reference: string) =>
    db.query(sql`
      insert into supplier_calls (supplier_code, operation, reference, outcome, request, response, duration_ms)
      values ('esimaccess', 'order', ${reference}, 'ok', '', '', 1)`);
  await call("case");
  await call("other");
  await db.query(sql`
    insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, created_at, updated_at)
    values (0, 1, 'esimaccess', 'x', 'case', 1, 1, 'review', now(), now())`);
  await endPartitions(of.tables, of.sequence);
  await keepPartitions(later);
  expect(await calls()).toBe(2);
  await db.query(sql`update supplier_orders set status = 'rejected' where reference = 'case'`);
  await keepPartitions(later);
  expect(await calls()).toBe(0);
});

test("`svc partition list` says how far ahead there are some, how old the oldest record is, and what is wrong", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-listed-"));
  const { databaseUrl, directDatabaseUrl, masterKey } = env();
  const variables = { DATABASE_URL: directDatabaseUrl ?? databaseUrl, MASTER_KEY: masterKey, DATA_DIR: dataDir };
  const list = async () => {
    const said = await runSvc<{ partitions: Record<string, unknown>[] }>(
      { ...process.env, ...variables },
      "partition",
      "list",
    );
    return said.partitions[0]!;
  };
  const ctx = system();
  try {
    const [id] = await write(ctx.clock.now(), 1, "listed");
    await keepPartitions(ctx);
    const [{ oldest } = { oldest: null }] = await measurePartitions(ctx);
    expect(await list()).toMatchObject({
      records: "Requests to the API",
      tables: "api_requests, api_exchanges",
      ids_ahead: (Math.floor(id! / WIDTH) + 2) * WIDTH - id! - 1,
      kept_days: 90,
      oldest: recordTime(oldest!),
      needs_a_hand: "",
    });
    await db.query(sql`select setval(${SEQUENCE}::text::regclass, ${(Math.floor(id! / WIDTH) + 7) * WIDTH}::bigint)`);
    expect(await list()).toMatchObject({ ids_ahead: 0, needs_a_hand: "no partition ahead" });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
