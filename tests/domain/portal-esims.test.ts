import { TRPCError } from "@trpc/server";
import { describe, expect, test } from "vitest";
import { database, sql } from "#server/kernel/db.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { newPerson } from "#tests/support/people.ts";
import { enter, newPackage } from "#tests/support/world.ts";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (error instanceof TRPCError ? error.code : String(error)),
  );

/** An owner with one delivered test order. */
async function newDesk() {
  const person = await newPerson();
  const { packageId } = await newPackage();
  const api = () => person.api("test");
  const { reference } = await (await api()).orders.place({
    draft: `portal-${Date.now()}-${crypto.randomUUID()}`,
    packageId,
    quantity: 2,
  });
  const { order } = await (await api()).orders.get({ reference });
  const [first, other] = order.profiles;
  if (!first || !other) throw new Error("the order has no two eSIMs");
  const { iccid } = first;
  return { person, api, reference, iccid, other, packageId };
}

describe("eSIMs in the portal", () => {
  test("are found by ICCID, IMSI, EID, order, status and supplier", async () => {
    const { api, reference, iccid, other } = await newDesk();
    await (await api()).esims.live({ iccid, event: "install" });
    const { eid } = await (await api()).esims.get({ iccid });
    const found = async (filter: object) => (await (await api()).esims.list(filter)).items.map((esim) => esim.iccid);
    for (const filter of [
      { q: iccid },
      { q: iccid.slice(-6) },
      { q: eid },
      { status: "installed" },
      { q: iccid, provider: "esimaccess" },
    ])
      expect(await found(filter), JSON.stringify(filter)).toEqual([iccid]);
    expect(await found({ q: other.imsi })).toEqual([other.iccid]);
    for (const filter of [{}, { q: reference }, { provider: "esimaccess" }])
      expect((await found(filter)).sort(), JSON.stringify(filter)).toEqual([iccid, other.iccid].sort());
    for (const filter of [{ q: "1" }, { q: "B2B-999999999" }, { status: "expired" }, { provider: "airalo" }])
      expect(await found(filter), JSON.stringify(filter)).toEqual([]);
  });

  test("live on command in the test environment only, and each step is on record", async () => {
    const { api, iccid, person, packageId } = await newDesk();
    for (const event of ["install", "activate", "usage", "usage", "exhaust", "expire"] as const)
      await (await api()).esims.live({ iccid, event });
    const esim = await (await api()).esims.get({ iccid });
    expect(esim).toMatchObject({ status: "expired", installationStatus: "installed", networkName: "Sandbox Mobile" });
    expect(esim.history.map(({ currentStatus }) => currentStatus)).toContain("exhausted");
    expect((await (await api()).esims.usage({ iccid })).length).toBeGreaterThanOrEqual(3);
    expect(await codeOf((await api()).esims.live({ iccid, event: "install" }))).toBe("CONFLICT");
    const live = await deliveredOrder(await enter(person.code, "live"), packageId);
    const attempt = (await person.api("live")).esims.live({ iccid: live.iccid, event: "expire" });
    expect(await codeOf(attempt)).toBe("CONFLICT");
  });

  test("are told of as what they were sold as, whatever their supplier has made of the package since", async () => {
    const { api, iccid, packageId } = await newDesk();
    const plan = async () => (await (await api()).esims.get({ iccid })).plan;
    const sold = await plan();
    expect(sold).toMatchObject({ coverage: [expect.any(String)], networkType: "4G/5G", isAnotherProduct: false });
    await database().query(
      sql`update packages set product_key = ${`local:DE:1mb:1d:${packageId}`}, coverage = '{DE}', network_type = '3G' where package_id = ${packageId}`,
    );
    expect(await plan()).toMatchObject({ coverage: sold.coverage, networkType: null, isAnotherProduct: true });
  });

  test("say why something cannot be done, and the verbs refuse for the same reason", async () => {
    const { person, api, iccid, packageId } = await newDesk();
    const ready = await (await api()).esims.get({ iccid });
    expect(ready.acts).toEqual({
      topup: null,
      cancel: null,
      suspend: null,
      resume: "The eSIM is not suspended.",
    });
    expect(await codeOf((await api()).esims.resume({ iccid }))).toBe("CONFLICT");
    await (await api()).esims.suspend({ iccid });
    expect((await (await api()).esims.get({ iccid })).acts).toMatchObject({
      resume: null,
      suspend: "The eSIM is suspended.",
    });
    const airalo = await deliveredOrder(await enter(person.code, "live"), packageId, { supplier: "airalo" });
    const { acts } = await (await person.api("live")).esims.get({ iccid: airalo.iccid });
    expect(acts.suspend).toContain("does not offer suspending");
    expect(await codeOf((await person.api("live")).esims.suspend({ iccid: airalo.iccid }))).toBe(
      "UNPROCESSABLE_CONTENT",
    );
  });

  test("under review show how often they were looked for and when the next look is due", async () => {
    const { person, packageId } = await newDesk();
    const { iccid } = await deliveredOrder(await enter(person.code, "live"), packageId);
    await (await person.api("live")).esims.suspend({ iccid });
    await database().query(sql`
      update actions set status = 'processing' where esim_id = (select id from esims where iccid = ${iccid})`);
    await database().query(sql`
      update actions set status = 'under_review', checks = 2 where esim_id = (select id from esims where iccid = ${iccid})`);
    const { actions, acts } = await (await person.api("live")).esims.get({ iccid });
    expect(actions).toMatchObject([{ action: "suspend", status: "under_review", checks: 2 }]);
    expect(actions[0]!.nextCheckAt).toBeInstanceOf(Date);
    expect(acts.suspend).toBe("This was asked for already and is under way.");
  });

  test("are topped up once per opened dialog", async () => {
    const { api, iccid } = await newDesk();
    const { items } = await (await api()).esims.topupOptions({ iccid });
    const [option] = items;
    const before = await (await api()).esims.get({ iccid });
    const purchase = { iccid, key: crypto.randomUUID(), packageCode: option!.packageCode, maxPrice: option!.price };
    const sent = await Promise.all([1, 2, 3].map(async () => (await api()).esims.topup(purchase)));
    expect(sent.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded"]);
    const after = await (await api()).esims.get({ iccid });
    expect(after.totalBytes - before.totalBytes).toBe(option!.dataMb * 1_048_576);
    expect(after.actions).toHaveLength(1);
    const dearer = { ...purchase, key: crypto.randomUUID(), maxPrice: "0.0001" };
    expect(await codeOf((await api()).esims.topup(dearer))).toBe("CONFLICT");
  });

  test("of other accounts and environments do not exist", async () => {
    const { person, iccid } = await newDesk();
    const stranger = await newPerson();
    for (const foreign of [await stranger.api("test"), await person.api("live")]) {
      for (const attempt of [
        () => foreign.esims.get({ iccid }),
        () => foreign.esims.usage({ iccid }),
        () => foreign.esims.refresh({ iccid }),
        () => foreign.esims.suspend({ iccid }),
        () => foreign.esims.resume({ iccid }),
        () => foreign.esims.topupOptions({ iccid }),
        () => foreign.esims.live({ iccid, event: "expire" }),
        () => foreign.esims.topup({ iccid, key: crypto.randomUUID(), packageCode: "x", maxPrice: "1" }),
      ])
        expect(await codeOf(attempt())).toBe("NOT_FOUND");
      expect((await foreign.esims.list({ q: iccid })).items).toEqual([]);
      expect((await foreign.orders.list({ q: iccid })).items).toEqual([]);
    }
  });
});
