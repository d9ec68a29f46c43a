import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refreshRates } from "#server/domain/catalogue/pricing/index.ts";
import { watchSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { listBackupStates } from "#server/domain/control/backups/index.ts";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { listAuditRuns, requestAuditRun } from "#server/domain/control/invariants/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { readMetrics } from "#server/files/serve-metrics.ts";
import { database, one, openDatabase, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { makeLogicalSlot } from "#server/kernel/logical-slot.ts";
import { directDatabaseUrl } from "#server/kernel/session-limits.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";
import { applySimulators } from "#server/process/platform.ts";
import { watchMetrics } from "#tests/support/prometheus/watch.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { frontOf } from "#tests/support/supplier-front.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

// Alerts on what is kept on record: books, copies, rates, wallets, cells. Each by what it is for; hours pass on the clock of whoever looks.

const supplier = await simulatedSupplier();
const watch = watchMetrics(
  async (inMs) => await (await readMetrics(system({ clock: { now: () => after(new Date(), inMs) } }))).metrics(),
);
const { expectFired } = watch;

const { code } = await newAccount({ wallet: 1_000 });
const ctx = await enter(code);
async function buy(): Promise<void> {
  const { response } = await placeOrder(ctx, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim());
  const reference = `B2B-${(JSON.parse(response) as { id: number }).id}`;
  await runJobsUntil(async () => (await getOrder(ctx, reference)).status === "delivered");
}

test("rates whose source is gone", async () => {
  await refreshRates(system());
  expect(await watch.lasting(HOUR)).not.toHaveProperty("RateRunsOut");
  applySimulators({ ...supplier.addresses, fx: "http://127.0.0.1:1/" });
  await expect(refreshRates(system())).rejects.toThrow(/could not be read/);
  applySimulators(supplier.addresses);
  expectFired(await watch.lasting(19 * HOUR), "RateRunsOut", { cell: "home", currency: "EUR" });
});

/** In ten-thousandths of a dollar. */
async function sayBalance(balance: number): Promise<void> {
  const answer = { success: true, errorCode: "0", errorMsg: null, obj: { balance } };
  const front = await frontOf(supplier.addresses.esimaccess!, () => ({ answer }));
  try {
    applySimulators({ ...supplier.addresses, esimaccess: front.url });
    await watchSuppliers(system());
  } finally {
    applySimulators(supplier.addresses);
    front.close();
  }
}

test("a wallet that holds nearly nothing, of a supplier of which nothing was sold", async () => {
  await watchSuppliers(system());
  const low = async () => (await watch.lasting(MINUTE)).SupplierWalletLow;
  expect(await low()).toBe(undefined);
  const concerns = async () =>
    (await listConcerns(system())).filter(({ alarm }) => alarm?.cause === "wallet:esimaccess");
  expect(await concerns()).toEqual([]);
  await sayBalance(10);
  expect(await database().prisma.supplierOrder.count()).toBe(0);
  expect(await low()).toMatchObject([{ labels: { supplier: "esimaccess" } }]);
  expect(await concerns()).toMatchObject([
    { text: expect.stringMatching(/holds 0.0010 USD, enough for 0 plans/), alarm: { critical: true } },
  ]);
  // Nobody is called for what is not sold.
  await database().prisma.supplier.updateMany({ data: { open: false } });
  expect([await low(), await concerns()]).toEqual([undefined, []]);
  await database().prisma.supplier.updateMany({ data: { open: true } });
});

test("a wallet that does not last at the pace of the week, and one that cannot be read", async () => {
  await watchSuppliers(system());
  await buy();
  // Ten plans and more, of the price that most have.
  const { median } = one(
    await database().query<{ median: number }>(sql`
      select percentile_cont(0.5) within group (order by cost_usd)::float8 as median from packages where supplier_code = 'esimaccess' and status = 'on_sale'`),
  );
  await sayBalance(Math.ceil(median * 11 * 10_000));
  expect(await watch.lasting(MINUTE)).not.toHaveProperty("SupplierWalletLow");
  await database().query(sql`update supplier_orders set quantity = 10000`);
  expectFired(await watch.lasting(MINUTE), "SupplierWalletLow", { supplier: "esimaccess" });
  await database().query(sql`update supplier_orders set quantity = 1`);
  expect(await watch.lasting(5 * HOUR)).not.toHaveProperty("SupplierWalletUnread");
  expectFired(await watch.lasting(7 * HOUR), "SupplierWalletUnread", { supplier: "esimaccess" });
});

test("books that no night has checked, and records that were never compared", async () => {
  for (const kind of ["ledger", "invariants"] as const) await requestAuditRun(system(), kind);
  await runJobsUntil(async () => (await listAuditRuns(system())).every(({ status }) => status !== "waiting"));
  expect(await watch.lasting(35 * HOUR)).not.toHaveProperty("NightlyChecksLate");
  const found = await watch.lasting(37 * HOUR);
  for (const check of ["ledger", "invariants", "suppliers", "payments"])
    expectFired(found, "NightlyChecksLate", { cell: "home", check });
});

test("copies of the database: of one that could never be made, and when whoever makes them is gone", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-copied-"));
  mkdirSync(join(dataDir, "wal"));
  mkdirSync(join(dataDir, "elsewhere"));
  const child = fork("server/backup/main.ts", {
    env: {
      ...process.env,
      DATABASE_URL: env().databaseUrl,
      DIRECT_DATABASE_URL: env().directDatabaseUrl,
      MASTER_KEY: "a master key that nothing is encrypted with",
      DATA_DIR: dataDir,
      BACKUP_URL: join(dataDir, "elsewhere"),
    },
  });
  try {
    // The archive is copied; without a PostgreSQL in its folder there is nothing to make a base backup of.
    await until(async () => {
      expect(child.exitCode).toBe(null);
      const states = await listBackupStates(system());
      return states.some(({ kind, doneAt }) => kind === "wal" && doneAt) && states.some(({ kind }) => kind === "base");
    });
    expect(await watch.lasting(50 * MINUTE)).not.toHaveProperty("BackupsLate");
  } finally {
    child.kill("SIGKILL");
  }
  expectFired(await watch.lasting(61 * MINUTE), "BackupsLate", { kind: "wal" });
  expectFired(await watch.lasting(49 * HOUR), "BackupsLate", { kind: "base" });
  rmSync(dataDir, { recursive: true, force: true });
});

test("a cell that follows home no more, and falls behind", async () => {
  const { prisma } = database();
  const cells = ["home", "east"].map((name, i) => ({ number: i + 1, name, address: "http://127.0.0.1:1" }));
  await prisma.cell.createMany({ data: cells });
  const { slot } = one(
    await database().query<{ slot: string }>(sql`
      select 'cell_2_of_' || oid as slot from pg_database where datname = current_database()`),
  );
  await makeLogicalSlot(directDatabaseUrl(), slot);
  try {
    // What others write on this server is kept for it as well: it is behind by nothing when it has just taken that.
    await until(async () => {
      await database().query(sql`select pg_replication_slot_advance(${slot}::name, pg_current_wal_flush_lsn())`);
      const found = await watch.lasting(16 * MINUTE);
      expectFired(found, "CellNotFollowing", { cell: "east" });
      return !("CellBehind" in found);
    });
    await database().query(sql`select pg_logical_emit_message(true, 'test', repeat('x', 17 * 1024 * 1024))`);
    // Without a synchronous commit the log is written a moment later.
    await until(async () => "CellBehind" in (await watch.lasting(16 * MINUTE)));
    expectFired(await watch.lasting(16 * MINUTE), "CellBehind", { cell: "east" });
  } finally {
    await database().query(sql`select pg_drop_replication_slot(${slot}::name)`);
    await prisma.cell.deleteMany();
  }
});

test("numbers that run out", async () => {
  const used = async (share: number) => {
    await database().query(sql`select setval('cells_used', ${Math.ceil(20_000_000 * (1 + share))}::bigint)`);
    return await watch.lasting(MINUTE);
  };
  await database().query(sql`create sequence cells_used as int minvalue 20000001 maxvalue 40000000`);
  try {
    expect(await used(0.8)).not.toHaveProperty("IdsRunOut");
    expectFired(await used(0.81), "IdsRunOut", { sequence: "cells_used" });
  } finally {
    await database().query(sql`drop sequence cells_used`);
  }
});

test("a cell whose database is gone, or all of it, is told apart from home's", async () => {
  const gone = openDatabase(env().databaseUrl!, 1);
  await gone.close();
  const read = async (cell?: string, db = database()) => {
    overrideEnv({
      cell: cell === undefined ? undefined : { name: cell, secret: "a secret for the cells of this test" },
    });
    const registry = await readMetrics(system({ db })).finally(() => overrideEnv({ cell: undefined }));
    const lines = (await registry.metrics()).split("\n");
    // What this process measured itself is of neither.
    return `${lines.filter((line) => line.includes('cell="')).join("\n")}\n`;
  };
  const home = await read();
  const cellsOf = async (east: string) => {
    const both = [await read("east"), east];
    const found = await watchMetrics(async () => `${home}${both.shift() ?? east}`).during(() => {}, {
      times: 2,
      everyMs: 2 * MINUTE,
    });
    return Object.fromEntries(
      ["DatabaseDown", "ServiceGone"].map((alert) => [alert, found[alert]?.map(({ labels }) => labels.cell)]),
    );
  };
  expect(await cellsOf(await read("east", gone))).toEqual({ DatabaseDown: ["east"], ServiceGone: undefined });
  expect(await cellsOf("")).toEqual({ DatabaseDown: undefined, ServiceGone: ["east"] });
});

test("an entry of the ledger that somebody changed by hand", async () => {
  const audit = async () => {
    await requestAuditRun(system(), "ledger");
    await runJobsUntil(async () => (await listAuditRuns(system(), 1))[0]!.status !== "waiting");
  };
  expect(await watch.during(audit)).not.toHaveProperty("BooksWrong");
  await database().transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`update ledger_entries set description = 'another' where account_id = ${ctx.account.id}`);
  });
  expectFired(await watch.during(audit), "BooksWrong", { kind: "ledger" });
});

test("no alert of records was left out", () => {
  watch.expectAllFired("jobs/alerts-of-records");
});

test("a database that fails fails the look at all of it, and nothing beside: the process goes on", async () => {
  const alone: unknown[] = [];
  const hear = (error: unknown) => void alone.push(error);
  process.on("unhandledRejection", hear);
  const query = async () => {
    throw new Error("the database is away");
  };
  await expect(listConcerns(system({ db: { ...database(), query } }))).rejects.toThrow("is away");
  // When a fault that nobody waits for is told.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", hear);
  expect(alone).toEqual([]);
});
