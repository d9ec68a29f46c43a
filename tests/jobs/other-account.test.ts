import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { SUPPLIER_CODES, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { type Action, askSupplier, getAction, listReviews } from "#server/domain/selling/actions/index.ts";
import { syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { checkLateOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { applySimulators } from "#server/process/platform.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { delivered, over, packageOf, placed, refunds, settled, topUp } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

// A supplier that is asked with the credentials of another account, or whose records are gone, has nothing of ours. What it then does not
// know may have been bought all the same.

const suppliers = await simulatedSuppliers([...SUPPLIER_CODES], { timeScale: 0.002 });

/** The same suppliers as another customer of theirs sees them. */
const dataDir = mkdtempSync(join(tmpdir(), "svc-sim-"));
const others = await startSimulators({ dataDir });
const seenBy = {
  us: () => applySimulators(suppliers.addresses),
  /** At another host: our credentials are the same for every simulator. */
  somebodyElse: () =>
    applySimulators(
      Object.fromEntries(
        Object.entries(others.addresses).map(([name, url]) => [name, url.replace("127.0.0.1", "localhost")]),
      ) as typeof others.addresses,
    ),
};
afterAll(async () => {
  await others.close();
  rmSync(dataDir, { recursive: true, force: true });
});

afterEach(async () => {
  seenBy.us();
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

type PartRow = { status: string; sends: number; checks: number; reference: string };
const partOf = async (orderId: number): Promise<PartRow | undefined> =>
  (
    await database().query<PartRow>(
      sql`select status, sends, checks, reference from supplier_orders where order_id = ${orderId}`,
    )
  )[0];

/** Looks often enough, and for long enough, for a "not found" to have counted. */
const LOOKS = 4;

/** Asked for by a call that the supplier answers too late; from then on another account is entered. */
async function unanswered(code: SupplierCode) {
  await suppliers.of(code).set({ operation: "order", mode: "timeout_after", times: 1 });
  const order = await placed(await packageOf(code));
  await runJobsUntil(async () => (await partOf(order.id))?.status === "sent");
  seenBy.somebodyElse();
  return order;
}

describe.each(SUPPLIER_CODES)("%s", (code: SupplierCode) => {
  test("an order without an answer is not sent again nor paid back while the supplier knows none of ours", async () => {
    await delivered(code);
    const order = await unanswered(code);
    const isAsWas = ({ checks, sends, status }: PartRow) => checks < LOOKS && sends === 1 && status === "sent";
    await runJobsUntil(async () => !isAsWas((await partOf(order.id))!));
    expect(await partOf(order.id)).toMatchObject({ status: "sent", sends: 1 });
    expect(await refunds(order.ctx)).toEqual([]);
    expect((await askSupplier(system(), order.reference)).answer).toMatchObject({ kind: "unclear" });
    seenBy.us();
    expect((await settled(order)).status).toBe("delivered");
    expect((await partOf(order.id))!.sends).toBe(1);
  });

  test("a top-up without an answer is not paid back meanwhile", async () => {
    const { ctx, iccid } = await delivered(code);
    await suppliers.of(code).set({ operation: "topup", mode: "timeout_after", times: 1 });
    const { id } = await topUp(ctx, iccid);
    const isSent = async () =>
      one(await database().query<{ sends: number }>(sql`select sends from actions where id = ${id}`)).sends > 0;
    await runJobsUntil(isSent);
    seenBy.somebodyElse();
    const checks = async () =>
      one(await database().query<{ checks: number }>(sql`select checks from actions where id = ${id}`)).checks;
    const current = async (): Promise<Action["status"]> => (await getAction(ctx, String(id))).status;
    await runJobsUntil(async () => (await checks()) >= LOOKS || (await current()) === "failed");
    expect([await current(), await refunds(ctx)]).toEqual(["under_review", []]);
    seenBy.us();
    expect((await over(ctx, id)).status).toBe("succeeded");
  });
});

describe.each(SUPPLIER_CODES)("once something was delivered under the other account, at %s", (code) => {
  test("an order of before is not taken for undone", async () => {
    await delivered(code);
    const order = await unanswered(code);
    // Of another package: at some suppliers one of a package waits for the other.
    await delivered(code, 1, 1);
    await runJobsUntil(async () => {
      const { status, sends, checks } = (await partOf(order.id))!;
      return status !== "sent" || sends > 1 || checks >= LOOKS;
    });
    expect(await partOf(order.id)).toMatchObject({ status: "sent", sends: 1 });
    expect(await refunds(order.ctx)).toEqual([]);
    seenBy.us();
    expect((await settled(order)).status).toBe("delivered");
  });

  test("a top-up of an eSIM of before is not paid back", async () => {
    const { ctx, iccid } = await delivered(code);
    await suppliers.of(code).set({ operation: "topup", mode: "timeout_after", times: 1 });
    const { id } = await topUp(ctx, iccid);
    const read = async () =>
      one(
        await database().query<{ sends: number; checks: number; status: string }>(
          sql`select sends, checks, status from actions where id = ${id}`,
        ),
      );
    await runJobsUntil(async () => (await read()).sends > 0);
    seenBy.somebodyElse();
    await delivered(code);
    await runJobsUntil(async () => (await read()).checks >= LOOKS || (await read()).status === "failed");
    expect([(await read()).status, await refunds(ctx)]).toEqual(["under_review", []]);
    seenBy.us();
    expect((await over(ctx, id)).status).toBe("succeeded");
  });

  test("an eSIM of before that is looked at alone is not taken for cancelled", async () => {
    const { ctx, iccid } = await delivered(code);
    seenBy.somebodyElse();
    await delivered(code);
    const esim = await getEsim(ctx, iccid);
    for (let look = 0; look < 3; look++) {
      await syncEsimsById(system(), [esim.id]);
      // As long ago as it takes to be believed.
      await database().query(
        sql`update esims set missing_at = missing_at - interval '5 minutes' where id = ${esim.id} and missing_at is not null`,
      );
    }
    expect((await getEsim(ctx, iccid)).status).not.toBe("cancelled");
    expect(await refunds(ctx)).toEqual([]);
    seenBy.us();
    await syncEsimsById(system(), [esim.id]);
    expect((await database().prisma.esim.findUniqueOrThrow({ where: { id: esim.id } })).missingAt).toBeNull();
  });
});

/** A first order, or one after a long pause, whose call is lost so often. */
async function lost(code: SupplierCode, times: number) {
  await database().query(
    sql`update esims set status = 'expired' where supplier_code = ${code} and environment = 'live'`,
  );
  await suppliers.of(code).set({ operation: "order", mode: "timeout_before", times });
  const order = await placed(await packageOf(code));
  const { status } = await settled(order);
  return { ...order, status, part: (await partOf(order.id))! };
}

describe.each(SUPPLIER_CODES)("where no eSIM of ours tells whose account it is, at %s", (code) => {
  test("an order is sent again", async () => {
    const { status, part } = await lost(code, 1);
    expect([status, part.sends]).toEqual(["delivered", 2]);
  });

  test("an order is not taken for undone once other credentials were entered", async () => {
    await database().query(
      sql`update esims set status = 'expired' where supplier_code = ${code} and environment = 'live'`,
    );
    await suppliers.of(code).set({ operation: "order", mode: "timeout_before", times: 1 });
    const order = await placed(await packageOf(code));
    await runJobsUntil(async () => (await partOf(order.id))?.status === "sent");
    seenBy.somebodyElse();
    await runJobsUntil(async () => {
      const { checks, sends, status } = (await partOf(order.id))!;
      return checks >= LOOKS || sends > 1 || status !== "sent";
    });
    expect(await partOf(order.id)).toMatchObject({ status: "sent", sends: 1 });
    seenBy.us();
    expect((await settled(order)).status).toBe("delivered");
  });

  test("what was given up is before people after a day", async () => {
    const { id, reference, status, part } = await lost(code, 9);
    expect(status).toBe("failed");
    await database().query(
      sql`update supplier_orders set lost_at = lost_at - interval '2 days' where order_id = ${id}`,
    );
    await checkLateOrder(system(), part.reference);
    expect(await listReviews(system(), { ref: reference })).toMatchObject([{ kind: "late delivery" }]);
  });
});
