import { expect, test } from "vitest";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import {
  claimSending,
  findLinked,
  listParts,
  movePart,
  type Part,
  planParts,
} from "#server/domain/selling/orders/supplier-part.ts";
import { database, sql } from "#server/kernel/db.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { claim, enter, newAccount, newPackage } from "#tests/support/world.ts";

const at = new Date();
const claiming = (anonymous: boolean) => ({ at, busyUntil: after(at, 20 * SECOND), anonymous });

/** Parts of as many orders of one package, none of them sent. */
async function intend(count: number, supplierPackageId: string): Promise<Part[]> {
  const { packageId } = await newPackage();
  const ctx = await enter((await newAccount({ wallet: 1_000 })).code);
  const parts: Part[] = [];
  for (let n = 0; n < count; n++) {
    const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
    const { id } = JSON.parse(response) as { id: number };
    const plan = { supplierCode: "esimaccess", supplierPackageId, quantity: 1, unitCostUsd: "4.0000", maxQuantity: 30 };
    await planParts(database(), { orderId: id, ...plan, at });
    parts.push(...(await listParts(database(), id)));
  }
  return parts;
}

const isSent = (got: Part | "turn" | null): got is Part => got !== null && got !== "turn";

test("of twenty anonymous orders of one package that race exactly one is sent, and the next when its outcome is known", async () => {
  const orders = (await intend(20, "ANON_1")).map(({ orderId }) => orderId);
  const read = async () => (await Promise.all(orders.map((id) => listParts(database(), id)))).flat();
  for (const next of ["accepted", "rejected", "intended", "review"] as const) {
    const parts = await read();
    const results = await Promise.all(parts.map((part) => claimSending(database(), part, claiming(true))));
    const sent = results.filter(isSent);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ status: "sent" });
    expect(await Promise.all(parts.map((part) => claimSending(database(), part, claiming(true))))).not.toContainEqual(
      expect.objectContaining({ status: "sent" }),
    );
    await movePart(database(), sent[0]!, at, { status: next });
  }
  const [kept] = await database().query(sql`
    select count(*) filter (where status = 'intended') as intended, sum(sends) as sends from supplier_orders where supplier_package_id = 'ANON_1'`);
  // A part that waits for its turn is not changed: it was not sent and nothing was refused.
  expect(kept).toEqual({ intended: 17, sends: 4 });
});

test("another package, and orders that carry our reference, wait for nobody", async () => {
  const [one, ...rest] = await intend(5, "ANON_2");
  const [other] = await intend(1, "ANON_3");
  expect(await claimSending(database(), one!, claiming(true))).toMatchObject({ status: "sent" });
  expect(await claimSending(database(), other!, claiming(true))).toMatchObject({ status: "sent" });
  const named = await Promise.all(rest.map((part) => claimSending(database(), part, claiming(false))));
  expect(named.filter(isSent)).toHaveLength(4);
});

test("a part that another run has taken is nobody's turn", async () => {
  const [part] = await intend(1, "ANON_4");
  const results = await Promise.all(Array.from({ length: 10 }, () => claimSending(database(), part!, claiming(true))));
  expect(results.filter(isSent)).toHaveLength(1);
  expect(results.filter((got) => got === null)).toHaveLength(9);
});

test("a part knows when it was sent for the first time, however often it is sent", async () => {
  const [part] = await intend(1, "ANON_6");
  const later = { ...claiming(true), at: after(at, MINUTE) };
  const sent = (await claimSending(database(), part!, claiming(true))) as Part;
  expect(sent).toMatchObject({ sentAt: at, sends: 1 });
  const again = await movePart(database(), sent, at, { status: "intended" });
  expect(await claimSending(database(), again!, later)).toMatchObject({ sentAt: at, sends: 2 });
});

test("the supplier's orders that belong to a part are told from those that belong to none", async () => {
  const [one, two] = await intend(2, "ANON_5");
  await movePart(database(), one!, at, { status: "accepted", supplierReference: "S-1" });
  await movePart(database(), two!, at, { status: "accepted", supplierReference: "S-2" });
  expect(await findLinked(database(), "esimaccess", ["S-1", "S-2", "S-3"])).toEqual(new Set(["S-1", "S-2"]));
  expect(await findLinked(database(), "esimaccess", [])).toEqual(new Set());
  await database().query(sql`update supplier_orders set supplier_code = 'other' where supplier_reference = 'S-1'`);
  expect(await findLinked(database(), "esimaccess", ["S-1", "S-2"])).toEqual(new Set(["S-2"]));
});
