import { describe, expect, test } from "vitest";
import { caller, count, eventsOf, live } from "#tests/support/caller.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { enter, newAccount, newKey, newPackage } from "#tests/support/world.ts";

const { packageId } = await newPackage({ costUsd: 4 });

async function setUp(quantity = 1) {
  const { code } = await newAccount({ wallet: 100 });
  const api = caller(await newKey(code));
  return { code, api, liveApi: caller(await newKey(code, "live")), order: await api.order(packageId, quantity) };
}

const typesOf = async (code: string, environment: "test" | "live" = "test") =>
  (await eventsOf(code, environment)).map(({ type }) => type);

describe("POST /orders/{reference}/cancel", () => {
  test("in test cancels every eSIM at once, refunds nothing and says so once", async () => {
    const { code, api, liveApi, order } = await setUp(3);
    const iccids = order.profiles.map(({ iccid }: { iccid: string }) => iccid);
    const cancel = await api.write(`/orders/${order.reference}/cancel`);
    expect(cancel).toEqual({
      action_id: cancel.actions[0].action_id,
      action: "cancel",
      status: "succeeded",
      resource: iccids[0],
      order_reference: order.reference,
      actions: iccids.map((iccid: string) => ({ action_id: expect.any(Number), iccid, status: "succeeded" })),
      refund_on_success: { amount_per_esim: 5, currency: "USD" },
    });
    const after = await api.read(`/orders/${order.reference}`);
    expect(after).toEqual({
      ...order,
      status: "cancelled",
      profiles: order.profiles.map((profile: object) => ({ ...profile, activation_status: "cancelled" })),
    });
    expect(await api.read(`/actions/${cancel.action_id}`)).toMatchObject({
      action: "cancel",
      status: "succeeded",
      order_reference: order.reference,
      package_code: null,
      amount: 5,
      charged: false,
      refunded: false,
      refunded_at: null,
      settled_at: expect.stringMatching(/\+00:00$/),
    });
    expect(await api.read("/account/ledger")).toMatchObject({ items: [] });
    expect(await liveApi.read("/account/balance")).toMatchObject({ wallet_balance: 100 });
    const told = await eventsOf(code, "test");
    const types = told.map(({ type }) => type);
    expect([count(types, "esim.cancelled"), count(types, "order.cancelled")]).toEqual([3, 1]);
    expect(told.find(({ type }) => type === "order.cancelled")!.data.order).toEqual(after);
    expect((await api.read("/orders?status=cancelled")).items).toHaveLength(1);
  });

  test("a second time is a conflict and changes nothing", async () => {
    const { code, api, order } = await setUp();
    await api.write(`/orders/${order.reference}/cancel`);
    const before = await typesOf(code);
    const again = await api.post(`/orders/${order.reference}/cancel`);
    expect([again.status, again.json.error.code]).toEqual([409, "conflict"]);
    expect(await typesOf(code)).toEqual(before);
  });

  test("raced by ten, one succeeds, and each event is there once", async () => {
    const { code, api, order } = await setUp(4);
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(`/orders/${order.reference}/cancel`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    const types = await typesOf(code);
    expect([count(types, "esim.cancelled"), count(types, "order.cancelled")]).toEqual([4, 1]);
  });

  test("leaves an eSIM that was installed, and with it the order", async () => {
    const { code, api, order } = await setUp(2);
    await live(order.iccid, "install");
    const { actions } = await api.write(`/orders/${order.reference}/cancel`);
    expect(actions.map(({ status }: { status: string }) => status)).toEqual(["failed", "succeeded"]);
    const after = await api.read(`/orders/${order.reference}`);
    expect(after.status).toBe("delivered");
    expect(after.profiles.map((profile: Record<string, string>) => profile.activation_status)).toEqual([
      "ready",
      "cancelled",
    ]);
    const types = await typesOf(code);
    expect(["esim.cancelled", "order.cancelled", "esim.action.failed"].map((type) => count(types, type))).toEqual([
      1, 0, 1,
    ]);
  });

  test("skips what has expired, and refuses when nothing is left", async () => {
    const { api, order } = await setUp(2);
    await live(order.profiles[0].iccid, "expire");
    const { actions } = await api.write(`/orders/${order.reference}/cancel`);
    expect(actions.map(({ iccid }: { iccid: string }) => iccid)).toEqual([order.profiles[1].iccid]);
    expect((await api.read(`/orders/${order.reference}`)).status).toBe("delivered");
    expect((await api.post(`/orders/${order.reference}/cancel`)).json.error.code).toBe("conflict");
  });

  test("in live queues one action per eSIM; what is open is not opened again, and nothing is paid yet", async () => {
    const { code, liveApi } = await setUp();
    const { orderReference, iccids } = await deliveredOrder(await enter(code), packageId, { quantity: 2 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => liveApi.post(`/orders/${orderReference}/cancel`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const { data } = answers.find(({ status }) => status === 200)!.json;
    expect(data.actions).toEqual(iccids.map((iccid) => ({ action_id: expect.any(Number), iccid, status: "queued" })));
    expect(data.refund_on_success).toEqual({ amount_per_esim: 5, currency: "USD" });
    expect(await liveApi.read("/account/balance")).toMatchObject({ wallet_balance: 100 });
    expect(await liveApi.read(`/orders/${orderReference}`)).toMatchObject({ status: "delivered" });
    expect(await typesOf(code, "live")).toEqual([]);
  });

  test("refuses an order that is not delivered", async () => {
    const { liveApi } = await setUp();
    const queued = await liveApi.order(packageId);
    expect((await liveApi.post(`/orders/${queued.reference}/cancel`)).json.error).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("queued"),
    });
  });
});
