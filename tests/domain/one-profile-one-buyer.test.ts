import { expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { newSandboxEsim } from "#server/domain/selling/esims/index.ts";
import { findOrderById, placeOrder } from "#server/domain/selling/orders/index.ts";
import { settleOrder } from "#server/domain/selling/orders/settle-order.ts";
import { listParts, planParts } from "#server/domain/selling/orders/supplier-part.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { storableJson } from "#server/kernel/storable.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const { packageId } = await newPackage();
const db = database();

type Profile = { iccid: string; activationCode: string };

const newProfile = (): Profile => {
  const { iccid, activation_code } = newSandboxEsim({
    supplierCode: "esimaccess",
    supplierReference: "x",
    dataMb: 1024,
    perDay: false,
    durationDays: 30,
  });
  return { iccid, activationCode: activation_code };
};

/** An order of a reseller of its own whose supplier delivered this profile, under a name of the supplier's own. */
async function deliveredWith(profile: Profile) {
  const ctx = await enter((await newAccount({ wallet: 100 })).code);
  const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
  const { id: orderId } = JSON.parse(response) as { id: number };
  await db.query(sql`update orders set status = 'processing', updated_at = now() where id = ${orderId}`);
  const plan = { supplierCode: "esimaccess", supplierPackageId: "X", quantity: 1, unitCostUsd: "4", maxQuantity: 30 };
  await planParts(db, { orderId, ...plan, at: new Date() });
  const esim = { ...profile, supplierEsimId: ulid(), imsi: null, smdpAddress: "rsp.example", status: "ready" };
  const state = {
    installationStatus: "not_installed",
    supplierStatus: "",
    supplierSmdpStatus: "",
    totalBytes: 1,
    usedBytes: 0,
  };
  for (const status of ["sent", "accepted", "delivered"])
    await db.query(sql`
      update supplier_orders set status = ${status}, supplier_reference = ${`S-${orderId}`},
             profiles = ${storableJson([{ ...esim, ...state, apn: null, networkName: null }])}::jsonb where order_id = ${orderId}`);
  await settleOrder(system(), (await findOrderById(db, orderId))!, await listParts(db, orderId), 30);
  const [part] = await listParts(db, orderId);
  return { orderId, part: part!.status, order: (await findOrderById(db, orderId))! };
}

test.each<[string, (sold: Profile) => Profile]>([
  ["ICCID", (sold) => ({ ...newProfile(), iccid: sold.iccid })],
  ["activation code", (sold) => ({ ...newProfile(), activationCode: sold.activationCode })],
])(
  "a profile that was sold is not sold again under another name by its %s: people decide, with the evidence",
  async (_name, stolen) => {
    const profile = newProfile();
    const first = await deliveredWith(profile);
    expect(first.order.status).toBe("delivered");
    const second = await deliveredWith(stolen(profile));
    expect([second.part, second.order.status, second.order.profiles]).toEqual(["review", "processing", []]);
    const [notice] = await db.query<{ text: string }>(
      sql`select text from notices where kind = 'review.waiting' and subject = ${`B2B-${second.orderId}`}`,
    );
    expect(notice!.text).toContain(profile.iccid);
    expect(notice!.text).toContain(`B2B-${first.orderId}`);
    expect((await checkInvariants(system())).failures).toEqual([]);
  },
);

test("an ICCID that is used again after its eSIM is over is sold again", async () => {
  const profile = newProfile();
  const first = await deliveredWith(profile);
  await db.query(sql`update esims set status = 'expired' where order_id = ${first.orderId}`);
  expect((await deliveredWith(profile)).order.status).toBe("delivered");
});

test("what was sold twice before anything refused it stands in the way of nothing, and the audit names it", async () => {
  const profile = newProfile();
  const first = await deliveredWith(profile);
  const second = await deliveredWith(newProfile());
  await db.query(sql`update esims set iccid = ${profile.iccid}, sold_twice = true where order_id = ${second.orderId}`);
  const { failures } = await checkInvariants(system());
  expect(failures).toMatchObject([
    {
      invariant: expect.stringMatching(/^No profile is sold to two/),
      examples: expect.stringContaining(profile.iccid),
    },
  ]);
  expect(first.order.status).toBe("delivered");
});
