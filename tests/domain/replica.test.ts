import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "#prisma/migrate.ts";
import { seed } from "#prisma/seed.ts";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { readMetrics } from "#server/files/serve-metrics.ts";
import { database, openDatabase } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { log } from "#server/kernel/log.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { followReplica, neverReplica, type Replica, replica } from "#server/kernel/replica.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { ask, die, follow, type Server, type Standby, startServer } from "#tests/faults/replicas.ts";
import { newOperator } from "#tests/support/operators.ts";
import { newPerson } from "#tests/support/people.ts";
import { NOBODYS } from "#tests/support/portal-samples.ts";
import { isMutation, outcome, PROCEDURES } from "#tests/support/procedure-matrix.ts";
import { PATIENCE_MS, until } from "#tests/support/until.ts";
import { newPackage, system } from "#tests/support/world.ts";

// A primary and a standby of the embedded binaries. What the standby has played is held still and let go.

const folder = mkdtempSync(join(tmpdir(), "svc-replica-"));
const { databaseUrl, directDatabaseUrl, backup } = env();
const doubts: string[] = [];
let primary: Server;
let standby: Standby;
let owner: Awaited<ReturnType<typeof newPerson>>;
let viewer: Awaited<ReturnType<typeof newPerson>>;

/** The database of this process is another one from now on. */
async function workAt(settings: Parameters<typeof overrideEnv>[0]): Promise<void> {
  await database().close();
  Reflect.deleteProperty(globalThis, Symbol.for("service:database"));
  overrideEnv(settings);
}

beforeAll(async () => {
  primary = await startServer(join(folder, "primary"));
  await migrate(primary.url);
  await workAt({ databaseUrl: primary.url, directDatabaseUrl: undefined });
  await seed(system());
  owner = await newPerson();
  viewer = await newPerson("viewer", owner.code);
  standby = await follow(primary, join(folder, "standby"), false);
  overrideEnv({ readDatabaseUrl: standby.url, backup });
  // However slow the machine is: its answers are waited for, and what is held still counts as young.
  const db = openDatabase(standby.url, 10, { longest: PATIENCE_MS });
  const followed = followReplica(db, database(), 60 * MINUTE);
  const doubt = (error: Error) => {
    doubts.push(error.message);
    followed.doubt(error);
  };
  processSingleton<Replica>("replica", () => ({ ...followed, doubt }));
  await until(() => replica()!.has(null));
});

afterAll(async () => {
  await replica()?.close();
  await workAt({ databaseUrl, directDatabaseUrl, readDatabaseUrl: undefined });
  await standby?.stop();
  standby?.link.close();
  await primary?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const listed = async (person: typeof owner) => (await (await person.api()).orders.list({})).items.length;

test("lists come from the replica, and to whoever has just changed something from where that is", async () => {
  await ask(standby, "select pg_wal_replay_pause()");
  const { packageId } = await newPackage();
  const draft = `portal-${Date.now()}-${crypto.randomUUID()}`;
  await (await owner.api()).orders.place({ draft, packageId, quantity: 1 });
  await replica()!.look();
  expect(await listed(viewer)).toBe(0);
  expect(await listed(owner)).toBe(1);
  // A copy that is kept in memory under a version is never made from what is old.
  expect(neverReplica(replica()!.db)).toBe(database());
  await ask(standby, "select pg_wal_replay_resume()");
  await expect.poll(() => listed(viewer)).toBe(1);
  // Its owner reads there again.
  await until(async () => replica()!.has((await owner.session()).writtenLsn));
  expect(await listed(owner)).toBe(1);
  expect(doubts).toEqual([]);
});

test("nothing that is read there writes", async () => {
  const operator = await (await newOperator()).api();
  const staff = await owner.api();
  await until(async () => replica()!.has((await owner.session()).writtenLsn));
  for (const name of PROCEDURES.filter((name) => !isMutation(name)))
    await outcome(name.startsWith("operator.") ? operator : staff, name, NOBODYS);
  expect(doubts).toEqual([]);
});

test("a question that nobody can answer is no fault of it", async () => {
  await until(async () => replica()!.has((await viewer.session()).writtenLsn));
  const api = await viewer.api();
  await expect(api.orders.list({ before: "the last one" } as never)).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  expect(doubts).toEqual([]);
});

test("one that is too far behind, or follows nobody, is not read, and /metrics says so", async () => {
  const strict = followReplica(openDatabase(standby.url, 1), database(), -1);
  await strict.look();
  expect(strict.state().isRead).toBe(false);
  await strict.close();
  const same = followReplica(openDatabase(primary.url, 1), database());
  await same.look();
  expect(same.has(null)).toBe(false);
  await same.close();
  expect(await (await readMetrics(system())).metrics()).toMatch(
    /^svc_replica_read\{replica="localhost",cell="home"\} 1$/m,
  );
});

test.each<[string, (url: URL) => unknown, RegExp]>([
  ["nobody listens there", (url) => url.searchParams.set("host", join(folder, "nowhere")), /ENOENT.*nowhere/],
  ["the password is another", (url) => (url.password = "another"), /password authentication failed/],
  ["there is no such database", (url) => (url.pathname = "/none"), /database "none" does not exist/],
  ["it is another database of the same server", (url) => (url.pathname = "/template1"), /another database than/],
  ["it is the primary", (url) => (url.search = new URL(primary.url).search), /it follows no primary/],
])("an address at which %s is said at once and in health, in words", async (_name, change, words) => {
  const url = new URL(standby.url);
  change(url);
  const said = vi.spyOn(log(), "warn");
  const wrong = followReplica(openDatabase(url.href, 1), database());
  await wrong.look();
  await wrong.look();
  const lines = said.mock.calls.map(([, line]) => line as unknown as string);
  said.mockRestore();
  expect(lines.filter((line) => line.startsWith("the replica of READ_DATABASE_URL is not read"))).toEqual([
    expect.stringMatching(words),
  ]);
  await wrong.close();
  const followed = replica()!;
  const state = vi.spyOn(followed, "state").mockImplementation(wrong.state);
  const concerns = (await listConcerns(system())).map(({ text }) => text);
  state.mockRestore();
  expect(concerns).toContainEqual(expect.stringMatching(words));
});

test("one that fails in other words each time, and is well in between, is told of once a minute, as it stands then", async () => {
  const said = vi.spyOn(log(), "warn");
  const failing = followReplica(openDatabase(standby.url, 1), database(), 60 * MINUTE);
  for (let pid = 0; pid < 20; pid++) {
    failing.doubt(new Error(`process ${pid} was ended`));
    expect(failing.has(null)).toBe(false);
    await failing.look();
    expect(failing.has(null)).toBe(true);
  }
  await failing.look(performance.now() + MINUTE);
  const reasons = said.mock.calls.map(([about]) => (about as { reason?: string | null }).reason);
  said.mockRestore();
  expect(reasons).toEqual(["process 0 was ended", null]);
  await failing.close();
});

test("one whose user may read nothing there is not read", async () => {
  await ask(primary, "create role stranger login password 'stranger'");
  await ask(standby, "select pg_wal_replay_resume()");
  const url = new URL(standby.url);
  url.username = url.password = "stranger";
  const wrong = followReplica(openDatabase(url.href, 1), database());
  await until(async () => {
    await wrong.look();
    return wrong.state().fault === "its user may not read the tables";
  });
  await wrong.close();
});

test("when it dies the primary answers", async () => {
  await die(standby, "SIGKILL");
  expect(await listed(viewer)).toBe(1);
  await until(() => !replica()!.state().isRead);
  expect(await listed(viewer)).toBe(1);
  expect(await (await readMetrics(system())).metrics()).toMatch(
    /^svc_replica_read\{replica="localhost",cell="home"\} 0$/m,
  );
});
