import { afterEach, describe, expect, test } from "vitest";
import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { syncEsims, syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim, listHistory, listUsage } from "#server/domain/selling/esims/index.ts";
import { getOrder, placeOrder, receiveSupplierWebhook } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { HOUR } from "#server/kernel/time.ts";
import { applySimulators } from "#server/process/platform.ts";
import { movableClock } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { frontOf } from "#tests/support/supplier-front.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES]);

afterEach(async () => {
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

async function delivered(code: SupplierCode, quantity = 1) {
  const [item] = await database().query<{ packageId: string }>(sql`
    select package_id from packages where supplier_code = ${code} and status = 'on_sale' and not unlimited and not per_day
     order by cost_usd, id limit 1`);
  const ctx = await enter((await newAccount({ wallet: 10_000 })).code);
  const { response } = await placeOrder(ctx, { packageId: item!.packageId, quantity }, claim());
  const reference = `B2B-${(JSON.parse(response) as { id: number }).id}`;
  await runJobsUntil(async () => (await getOrder(ctx, reference)).status === "delivered");
  const { profiles } = await getOrder(ctx, reference);
  return { ctx, reference, iccids: profiles.map(({ iccid }) => iccid) };
}

const events = async (accountId: number) =>
  (
    await database().query<{ type: string }>(
      sql`select type from events where account_id = ${accountId} and type like 'esim.%' order by id`,
    )
  ).map(({ type }) => type);

/** Everything is due again. */
const age = () => database().query(sql`update esims set synced_at = now() - interval '2 days'`);

describe.each(SUPPLIER_CODES)("an eSIM of %s", (code) => {
  test("lives through the API as it lives with its supplier, and each event comes once", async () => {
    const { ctx, iccids } = await delivered(code);
    const [iccid] = iccids as [string];
    for (const [event, usedMb] of [["install"], ["activate"], ["usage", 300], ["usage", 500], ["exhaust"]] as [
      string,
      number?,
    ][]) {
      await suppliers.event(iccid, event, usedMb);
      await age();
      await syncEsims(system(), code);
      await syncEsims(system(), code);
    }
    const esim = await getEsim(ctx, iccid);
    expect(esim.status).toBe("exhausted");
    expect(esim.usedBytes).toBe(esim.totalBytes);
    expect(esim.installationStatus).toBe("installed");
    const told = await events(ctx.account.id);
    expect(told.filter((type) => type === "esim.activated")).toHaveLength(1);
    expect(told.filter((type) => type === "esim.usage.updated").length).toBe((await listUsage(ctx, esim)).length);
    const statuses = (await listHistory(ctx, esim)).filter(({ eventType }) => eventType === "status.changed");
    expect(statuses.at(-1)).toMatchObject({ previousStatus: "provisioning", currentStatus: "ready" });
    expect(statuses[0]).toMatchObject({ currentStatus: "exhausted" });
    await suppliers.event(iccid, "expire");
    await age();
    await syncEsims(system(), code);
    expect((await getEsim(ctx, iccid)).status).toBe("expired");
    // Nothing moves it any more.
    await age();
    await syncEsims(system(), code);
    expect((await getEsim(ctx, iccid)).status).toBe("expired");
  });

  test("keeps what is known when the supplier answers nonsense", async () => {
    const { ctx, iccids } = await delivered(code);
    const before = await getEsim(ctx, iccids[0]!);
    await age();
    for (const mode of ["garbage", "error_before", "rate_limited", "timeout_before"]) {
      await suppliers.of(code).set({ operation: "query", mode, times: 3 });
      await syncEsimsById(system(), [before.id]);
      await suppliers.reset();
    }
    const { version: _, syncedAt: __, ...known } = before;
    expect(await getEsim(ctx, iccids[0]!)).toMatchObject(known);
  });
});

test("all eSIMs of a batch are updated, with at most one statement per 50 of them", async () => {
  const batches = await Promise.all(Array.from({ length: 5 }, () => delivered("esimaccess", 30)));
  const all = batches.flatMap(({ ctx, iccids }) => iccids.map((iccid) => ({ ctx, iccid })));
  for (const { iccid } of all.slice(0, 60)) await suppliers.event(iccid, "install");
  await age();
  let statements = 0;
  const { db } = system();
  const counting: typeof db = {
    ...db,
    query(statement) {
      // Each call of the supplier takes its turn besides.
      if (!statement.text.includes("take_turn")) statements++;
      return db.query(statement);
    },
  };
  const synced = await syncEsims(system({ db: counting }), "esimaccess");
  expect(synced.looked).toBeGreaterThanOrEqual(150);
  expect(synced.changed).toBeGreaterThanOrEqual(60);
  expect(statements).toBeLessThanOrEqual(synced.looked / 50);
  for (const { ctx, iccid } of all.slice(0, 60))
    expect((await getEsim(ctx, iccid)).installationStatus).toBe("installed");
});

test.each([
  ["esimaccess", "airalo"],
  ["airalo", "esimaccess"],
] as const)(
  "%s hangs, and the eSIMs of %s that are asked about with its own do not wait for it",
  async (hangs, answers) => {
    const [waiting, other] = [await delivered(hangs), await delivered(answers)];
    const esims = [await getEsim(waiting.ctx, waiting.iccids[0]!), await getEsim(other.ctx, other.iccids[0]!)];
    const front = await frontOf(suppliers.addresses[hangs]!, () => "hold");
    let asked: Promise<unknown> | undefined;
    try {
      applySimulators({ ...suppliers.addresses, [hangs]: front.url });
      const ids = esims.map(({ id }) => id);
      asked = syncEsimsById(system(), ids);
      await until(async () => front.held() > 0);
      const lookedAt = Number(esims[1]!.syncedAt);
      await until(async () => Number((await getEsim(other.ctx, esims[1]!.iccid)).syncedAt) > lookedAt);
      expect(front.held()).toBeGreaterThan(0);
    } finally {
      front.close();
      await asked;
      applySimulators(suppliers.addresses);
    }
  },
);

test("an eSIM that its supplier cannot answer for holds up no others, and not for good", async () => {
  const [silent, other] = [await delivered("esimaccess"), await delivered("esimaccess")];
  const [before, after] = [await getEsim(silent.ctx, silent.iccids[0]!), await getEsim(other.ctx, other.iccids[0]!)];
  const front = await frontOf(suppliers.addresses.esimaccess!, (body) =>
    body.includes(before.supplierEsimId)
      ? { answer: { success: false, errorCode: "000001", errorMsg: "server error", obj: null } }
      : "pass",
  );
  try {
    applySimulators({ ...suppliers.addresses, esimaccess: front.url });
    // Bought at other times, so that each is asked for by itself; the one that cannot be read has waited for longest.
    await database().query(sql`
      update esims set created_at = created_at - make_interval(days => (id % 1000)::int), synced_at = now() - interval '2 days'
       where supplier_code = 'esimaccess'`);
    await database().query(sql`update esims set synced_at = now() - interval '3 days' where id = ${before.id}`);
    const clock = movableClock();
    await until(async () => {
      clock.move(HOUR);
      await syncEsims(system({ clock }), "esimaccess");
      const { syncedAt } = await getEsim(other.ctx, after.iccid);
      return syncedAt!.getTime() > after.syncedAt!.getTime();
    });
    // Nobody claims to know how it stands.
    expect((await getEsim(silent.ctx, before.iccid)).syncedAt!.getTime()).toBeLessThan(before.syncedAt!.getTime());
  } finally {
    applySimulators(suppliers.addresses);
    front.close();
  }
  const clock = movableClock();
  clock.move(365 * 24 * HOUR);
  await syncEsims(system({ clock }), "esimaccess");
  expect((await getEsim(silent.ctx, before.iccid)).syncedAt!.getTime()).toBeGreaterThan(before.syncedAt!.getTime());
});

test("a supplier's cancel that cannot be booked leaves those of others as they are booked", async () => {
  const [stuck, other] = [await delivered("esimaccess"), await delivered("esimaccess")];
  for (const { iccids } of [stuck, other]) await suppliers.event(iccids[0]!, "cancel");
  await age();
  const refundedOf = (amount: string) =>
    database().query(sql`
      update orders set refunded_amount = case ${amount} when 'all' then total_amount else 0 end where id = ${Number(stuck.reference.slice(4))}`);
  await refundedOf("all");
  await database().query(sql`update esims set synced_at = now() - interval '3 days' where iccid = ${stuck.iccids[0]!}`);
  await syncEsims(system(), "esimaccess").catch(() => null);
  expect((await getEsim(other.ctx, other.iccids[0]!)).status).toBe("cancelled");
  expect((await getEsim(stuck.ctx, stuck.iccids[0]!)).status).toBe("ready");
  await refundedOf("none");
  const clock = movableClock();
  clock.move(HOUR);
  await syncEsims(system({ clock }), "esimaccess");
  expect((await getEsim(stuck.ctx, stuck.iccids[0]!)).status).toBe("cancelled");
});

test("a notice that nobody signed, or that cannot be read, changes nothing", async () => {
  const { ctx, iccids } = await delivered("airalo");
  const before = await getEsim(ctx, iccids[0]!);
  for (const body of ["", "{", "[]", '{"iccid":"1"}', JSON.stringify({ iccid: iccids[0], level: "90%" })])
    await receiveSupplierWebhook(system(), "airalo", { body, header: () => null });
  expect(await getEsim(ctx, iccids[0]!)).toEqual(before);
});

const NONE = {
  success: true,
  errorCode: "0",
  errorMsg: null,
  obj: { esimList: [], pager: { pageSize: 500, pageNum: 1, total: 0 } },
};
const REFUSED = { success: false, errorCode: "000001", errorMsg: "server error", obj: null };
test.each([
  ["it does not know it", NONE],
  ["it cannot answer for it", REFUSED],
])(
  "a supplier with one eSIM is told when %s; when it says how another one is, it is not silent",
  async (_name, answer) => {
    await database().query(
      sql`update esims set status = 'expired' where supplier_code = 'esimaccess' and status <> 'cancelled'`,
    );
    const { ctx, iccids } = await delivered("esimaccess");
    const { id, supplierEsimId } = await getEsim(ctx, iccids[0]!);
    const front = await frontOf(suppliers.addresses.esimaccess!, (body) =>
      body.includes(supplierEsimId) ? { answer } : "pass",
    );
    const clock = movableClock();
    const look = async () => {
      clock.move(HOUR);
      await database().query(
        sql`update esims set synced_at = now() - interval '2 days', asked_at = null where id = ${id}`,
      );
      await syncEsims(system({ clock }), "esimaccess");
      return (await listConcerns(system({ clock }))).filter(({ alarm }) => alarm?.cause === "looks:esimaccess");
    };
    try {
      applySimulators({ ...suppliers.addresses, esimaccess: front.url });
      for (let i = 0; i < 4; i++) await look();
      expect(await look()).toMatchObject([
        { text: expect.stringMatching(/nothing of any eSIM for 4 hours: 1 eSIM asked/) },
      ]);
      // This one is not due, and is asked all the same.
      await delivered("esimaccess");
      for (let i = 0; i < 5; i++) expect(await look()).toEqual([]);
    } finally {
      applySimulators(suppliers.addresses);
      front.close();
    }
  },
);

test("a supplier of whose eSIMs no look brings anything for hours is told, until one does", async () => {
  await delivered("airalo", 2);
  const clock = movableClock();
  const look = async () => {
    clock.move(HOUR);
    await age();
    await database().query(sql`update esims set asked_at = null`);
    await syncEsims(system({ clock }), "airalo");
    return (await listConcerns(system({ clock }))).filter(({ alarm }) => alarm?.cause === "looks:airalo");
  };
  await suppliers.of("airalo").set({ operation: "query", mode: "garbage" });
  expect([...(await look()), ...(await look()), ...(await look())]).toEqual([]);
  await look();
  expect(await look()).toMatchObject([{ text: expect.stringMatching(/nothing of any eSIM for 4 hours/) }]);
  await suppliers.reset();
  expect(await look()).toEqual([]);
});
