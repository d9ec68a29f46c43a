import { describe, expect, test } from "vitest";
import { overrideEnv } from "#server/kernel/env.ts";
import { caller, eventsOf, live } from "#tests/support/caller.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { enter, newAccount, newKey, newPackage } from "#tests/support/world.ts";

overrideEnv({ suppliers: { esimaccess: { url: "http://127.0.0.1:1", access_code: "test" } } });

async function setUp(quantity = 1) {
  const { code } = await newAccount({ wallet: 100 });
  const { packageId } = await newPackage({ dataMb: 1024, days: 30 });
  const api = caller(await newKey(code));
  const order = await api.order(packageId, quantity);
  return { code, packageId, api, order, iccid: order.iccid as string };
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

describe("an eSIM", () => {
  test("is shown whole, the same alone and in the list", async () => {
    const { api, order, iccid } = await setUp();
    const esim = await api.read(`/esims/${iccid}`);
    expect(esim).toEqual({
      reference: order.reference,
      iccid,
      imsi: expect.stringMatching(/^99901\d{10}$/),
      provider: "esimaccess",
      provider_order_reference: expect.any(String),
      activation_status: "ready",
      installation_status: "not_installed",
      provider_status: { profile: "SANDBOX", smdp: "RELEASED" },
      usage: { total_mb: 1024, used_mb: 0, remaining_mb: 1024, usage_percent: 0 },
      device: { brand: null, model: null, eid: null },
      validity: { days: 30, activated_at: null, installed_at: null, expires_at: null },
      network: { name: null, apn: "internet" },
      last_provider_sync_at: TIME,
    });
    expect((await api.read("/esims")).items).toEqual([esim]);
    expect(await api.read(`/esims/${iccid}/installation`)).toEqual({
      iccid,
      activation_code: order.activation_code,
      smdp_address: order.profiles[0].smdp_address,
      installation_status: "not_installed",
    });
    expect(order.activation_code).toBe(
      `LPA:1$${order.profiles[0].smdp_address}$${order.activation_code.split("$")[2]}`,
    );
  });

  test("lives from installation to its last byte, and tells of it", async () => {
    const { code, api, iccid } = await setUp();
    const nothing = { eid: null, imei: null, brand: null, model: null, os: null, verified: false };
    expect(await api.read(`/esims/${iccid}/device`)).toEqual(nothing);
    await live(iccid, "install");
    expect(await api.read(`/esims/${iccid}`)).toMatchObject({
      activation_status: "ready",
      installation_status: "installed",
      validity: { installed_at: TIME, activated_at: null },
    });
    expect((await api.read("/esims?status=installed")).items).toHaveLength(1);
    expect((await api.read("/esims?status=ready")).items).toHaveLength(0);
    expect(await api.read(`/esims/${iccid}/device`)).toMatchObject({
      eid: expect.stringMatching(/^\d{32}$/),
      verified: true,
    });
    await live(iccid, "activate");
    await live(iccid, "usage", 256);
    expect(await api.read(`/esims/${iccid}`)).toMatchObject({
      activation_status: "activated",
      usage: { total_mb: 1024, used_mb: 256, remaining_mb: 768, usage_percent: 25 },
      validity: { activated_at: TIME, expires_at: TIME },
      network: { name: "Sandbox Mobile" },
    });
    await live(iccid, "exhaust");
    const usage = await api.read(`/esims/${iccid}/usage`);
    expect(usage).toEqual({
      current: { total_mb: 1024, used_mb: 1024, remaining_mb: 0, usage_percent: 100 },
      history: [1024, 256].map((usedMb) => ({
        total_volume_bytes: 1024 * 1024 * 1024,
        used_volume_bytes: usedMb * 1024 * 1024,
        remaining_volume_bytes: (1024 - usedMb) * 1024 * 1024,
        usage_percent: usedMb === 256 ? 25 : 100,
        source: "sandbox",
        recorded_at: TIME,
      })),
    });
    const { items } = await api.read(`/esims/${iccid}/events`);
    const moves = items.filter(({ event_type }: { event_type: string }) => event_type === "status.changed");
    expect(moves.map((item: Record<string, string>) => `${item.previous_status} ${item.current_status}`)).toEqual([
      "activated exhausted",
      "installed activated",
      "ready installed",
      "provisioning ready",
    ]);
    expect(items[0]).toEqual({
      event_type: "status.changed",
      previous_status: "activated",
      current_status: "exhausted",
      source: "sandbox",
      created_at: TIME,
    });
    const told = (await eventsOf(code, "test")).filter(({ type }) => type.startsWith("esim."));
    expect(told.map(({ type }) => type)).toEqual(["esim.activated", "esim.usage.updated", "esim.usage.updated"]);
    expect(told.at(-1)!.data.esim).toEqual(await api.read(`/esims/${iccid}`));
  });

  test("that is over does not live again", async () => {
    const { api, iccid } = await setUp();
    await live(iccid, "expire");
    expect(await api.read(`/esims/${iccid}`)).toMatchObject({ activation_status: "expired" });
    for (const event of ["install", "activate", "usage"] as const)
      await expect(live(iccid, event)).rejects.toMatchObject({ code: "conflict" });
    for (const verb of ["suspend", "resume"])
      expect((await api.post(`/esims/${iccid}/${verb}`)).json.error.code).toBe("conflict");
    expect((await api.read("/esims?status=expired")).items).toHaveLength(1);
  });

  test("keeps the last 100 measurements, newest first", async () => {
    const { api, iccid } = await setUp();
    for (let usedMb = 1; usedMb <= 105; usedMb++) await live(iccid, "usage", usedMb);
    const { history } = await api.read(`/esims/${iccid}/usage`);
    const used = history.map((item: { used_volume_bytes: number }) => item.used_volume_bytes / 1024 / 1024);
    expect(used).toEqual(Array.from({ length: 100 }, (_, i) => 105 - i));
  });

  test("in live is asked of the supplier; a supplier that cannot be reached is 502 and changes nothing", async () => {
    const { code } = await newAccount();
    const { packageId } = await newPackage();
    const { iccid } = await deliveredOrder(await enter(code), packageId);
    const api = caller(await newKey(code, "live"));
    const before = await api.read(`/esims/${iccid}`);
    expect(await api.post(`/esims/${iccid}/refresh`)).toMatchObject({
      status: 502,
      json: { error: { code: "supplier_error" } },
    });
    expect((await api.get(`/esims/${iccid}/topup-options`)).json.error.code).toBe("supplier_error");
    expect(await api.read(`/esims/${iccid}`)).toEqual(before);
  });
});

describe("POST /esims/{iccid}/suspend and /resume", () => {
  test.each([
    [[], "ready", "ready"],
    [["install"], "ready", "installed"],
    [["install", "activate"], "activated", "activated"],
    [["activate", "exhaust"], "exhausted", "exhausted"],
  ] as const)("after %j resume restores what was", async (life, shown, filter) => {
    const { code, api, iccid } = await setUp();
    for (const event of life) await live(iccid, event);
    const before = await api.read(`/esims/${iccid}`);
    const suspended = await api.write(`/esims/${iccid}/suspend`);
    expect(suspended).toEqual({
      action_id: expect.any(Number),
      action: "suspend",
      status: "succeeded",
      resource: iccid,
      actions: [{ action_id: suspended.action_id, iccid, status: "succeeded" }],
      refund_on_success: null,
    });
    expect(await api.read(`/esims/${iccid}`)).toMatchObject({ activation_status: "suspended" });
    expect((await api.read("/esims?status=suspended")).items).toHaveLength(1);
    const twice = await api.post(`/esims/${iccid}/suspend`);
    expect([twice.status, twice.json.error.code]).toEqual([409, "conflict"]);
    const resumed = await api.write(`/esims/${iccid}/resume`);
    expect(resumed).toEqual({
      action_id: expect.any(Number),
      action: "resume",
      status: "succeeded",
      resource: iccid,
    });
    expect({ ...(await api.read(`/esims/${iccid}`)), last_provider_sync_at: null }).toEqual({
      ...before,
      last_provider_sync_at: null,
    });
    expect(before.activation_status).toBe(shown);
    expect((await api.read(`/esims?status=${filter}`)).items).toHaveLength(1);
    expect((await api.post(`/esims/${iccid}/resume`)).json.error.code).toBe("conflict");
    const types = (await eventsOf(code, "test")).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(["esim.suspended", "esim.resumed"]);
  });

  test("raced by eight succeed once", async () => {
    const { code, api, iccid } = await setUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post(`/esims/${iccid}/suspend`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect((await eventsOf(code, "test")).filter(({ type }) => type === "esim.suspended")).toHaveLength(1);
  });

  test("in live is queued, and there is one at a time", async () => {
    const { code } = await newAccount();
    const { packageId } = await newPackage();
    const { iccid } = await deliveredOrder(await enter(code), packageId);
    const api = caller(await newKey(code, "live"));
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.post(`/esims/${iccid}/suspend`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { data } = answers.find(({ status }) => status === 200)!.json;
    expect(data).toMatchObject({ status: "queued", actions: [{ status: "queued" }] });
    expect(await api.read(`/actions/${data.action_id}`)).toMatchObject({
      action: "suspend",
      status: "queued",
      amount: 0,
      charged: false,
      refunded: false,
      settled_at: null,
    });
    expect(await api.read(`/esims/${iccid}`)).toMatchObject({ activation_status: "ready" });
  });
});

describe("GET /esims", () => {
  test("pages by limit and offset, newest first, filtered by status and supplier", async () => {
    const { api, order } = await setUp(7);
    const iccids = order.profiles.map(({ iccid }: { iccid: string }) => iccid).reverse();
    const page = async (query: string) => {
      const { items, limit, offset } = await api.read(`/esims?${query}`);
      return { iccids: items.map(({ iccid }: { iccid: string }) => iccid), limit, offset };
    };
    expect(await page("")).toEqual({ iccids, limit: 50, offset: 0 });
    expect(await page("limit=3")).toEqual({ iccids: iccids.slice(0, 3), limit: 3, offset: 0 });
    expect(await page("limit=3&offset=3")).toEqual({ iccids: iccids.slice(3, 6), limit: 3, offset: 3 });
    expect(await page("limit=3&offset=6")).toEqual({ iccids: iccids.slice(6), limit: 3, offset: 6 });
    expect(await page("offset=10000000")).toEqual({ iccids: [], limit: 50, offset: 10_000_000 });
    await live(iccids[2], "install");
    expect(await page("status=installed&provider=esimaccess")).toMatchObject({ iccids: [iccids[2]] });
    expect(await page("provider=airalo")).toMatchObject({ iccids: [] });
  });
});
