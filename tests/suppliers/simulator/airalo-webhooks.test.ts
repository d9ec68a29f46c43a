import { describe, expect, test } from "vitest";
import { hurry } from "#server/simulator/later.ts";
import { inbox, PACKAGE, type Received, simulateAiralo } from "./airalo-buyer.ts";
import { eventually } from "./simulation.ts";

const atLeast = async (received: Received[], count: number) =>
  await eventually(() => {
    if (received.length < count) throw new Error(`${received.length} of ${count} notices have arrived`);
    return received.map(({ body }) => body);
  });

async function announced() {
  const { url, received } = await inbox();
  const simulation = await simulateAiralo({ notify: { airalo: url } });
  const orderLater = (description: string, more: object = {}) =>
    simulation.post("orders-async", { package_id: PACKAGE, quantity: 1, description, ...more });
  return { ...simulation, orderLater, received };
}

describe("an asynchronous order", () => {
  test("is accepted, in no list at first, delivered within two seconds and announced with its eSIMs", async () => {
    const { orderLater, found, call, received } = await announced();
    const { status, data } = await orderLater("SO-1", { quantity: 2 });
    expect([status, data]).toEqual([
      202,
      { request_id: expect.stringMatching(/^\w{25}$/), accepted_at: expect.stringContaining("+00:00") },
    ]);
    expect(await found("filter[description]=SO-1")).toEqual([]);
    const [notice] = await atLeast(received, 1);
    expect(received[0]!.isSigned).toBe(true);
    expect(notice).toMatchObject({ request_id: data.request_id, description: "SO-1", sims: [{}, {}] });
    expect(await found("filter[description]=SO-1")).toEqual(["SO-1"]);
    expect((await call(`orders/${notice!.id}?include=sims`)).data.sims).toEqual(notice!.sims);
  });

  test("that fails is told with its reason and without eSIMs, costs nothing and is listed as failed", async () => {
    const { orderLater, set, found, received, records } = await announced();
    await set("order", "reject", { times: 1 });
    expect((await orderLater("SO-1")).status).toBe(202);
    const [notice] = await atLeast(received, 1);
    expect(notice).toMatchObject({ description: "SO-1", reason: expect.stringContaining("stock") });
    expect(notice).not.toHaveProperty("sims");
    expect(await found("filter[order_status]=failed")).toEqual(["SO-1"]);
    expect(await records()).toMatchObject({ balanceUsd: 10_000_000, orders: [{ delivered: 0, paidUsd: 0 }] });
  });

  test("goes to the address it names; without any address it is refused", async () => {
    const { received, url } = await inbox();
    const { post, records } = await simulateAiralo();
    const body = { package_id: PACKAGE, quantity: 1, description: "SO-1" };
    expect(await post("orders-async", body)).toMatchObject({ status: 422, data: { webhook_url: expect.any(String) } });
    expect((await post("orders-async", { ...body, webhook_url: "ftp://x" })).status).toBe(422);
    expect((await records()).orders).toEqual([]);
    expect((await post("orders-async", { ...body, webhook_url: url })).status).toBe(202);
    await atLeast(received, 1);
  });

  test("is announced twice, later or not at all, when that is set; a synchronous one counts for none of it", async () => {
    const { orderLater, order, set, received } = await announced();
    await set("order", "duplicate", { times: 1 });
    await order("sync");
    await orderLater("twice");
    await atLeast(received, 2);
    expect(received[0]).toEqual(received[1]);
    await set("order", "lost", { times: 1 });
    await orderLater("never");
    hurry();
    await set("order", "reordered", { times: 1 });
    await orderLater("early");
    hurry();
    await orderLater("later");
    const bodies = await atLeast(received, 4);
    expect(bodies.map(({ description }) => description)).toEqual(["twice", "twice", "later", "early"]);
  });
});

test("an address is subscribed when it answers HEAD with 200, and not when it does not", async () => {
  const [good, bad] = [await inbox(), await inbox(204)];
  const { call, post } = await simulateAiralo();
  const optIn = (type: string, webhook_url: string) => post("notifications/opt-in", { type, webhook_url });
  expect((await optIn("async_orders", good.url)).status).toBe(200);
  expect(good.looks).toEqual(["/hook"]);
  expect((await optIn("webhook_low_data", bad.url)).status).toBe(422);
  expect((await optIn("webhook_low_data", "http://127.0.0.1:1/x")).status).toBe(422);
  expect((await optIn("newsletter", good.url)).status).toBe(422);
  expect((await call("notifications/opt-in")).data).toEqual([
    { notification: { type: "async_orders", contact_point: good.url, language: "en" } },
  ]);
  expect((await post("orders-async", { package_id: PACKAGE, quantity: 1 })).status).toBe(202);
  await atLeast(good.received, 1);
  expect((await post("notifications/opt-out", { type: "async_orders" })).status).toBe(204);
  expect((await call("notifications/opt-in")).data).toEqual([]);
});

describe("an eSIM's life", () => {
  test("goes from activation to recycling; only little data and the end are announced", async () => {
    const { order, live, call, received } = await announced();
    const { data } = await order("SO-1", 1, { package_id: "tr-net-30days-5gb" });
    const iccid = data.sims![0]!.iccid;
    const goOn = async (event: string, usedMb?: number) => {
      const { status } = await live(iccid, event, usedMb);
      const { data } = await call(`sims/${iccid}/usage`);
      return [status, data.status, data.remaining];
    };
    expect(await goOn("install")).toEqual(["NOT_ACTIVE / installed", "NOT_ACTIVE", 5120]);
    expect(await goOn("activate")).toEqual(["ACTIVE / installed", "ACTIVE", 5120]);
    expect(await goOn("usage")).toEqual(["ACTIVE / installed", "ACTIVE", 4608]);
    expect(await goOn("usage", 3500)).toEqual(["ACTIVE / installed", "ACTIVE", 1108]);
    expect(await goOn("exhaust")).toEqual(["FINISHED / installed", "FINISHED", 0]);
    expect(await goOn("expire")).toEqual(["EXPIRED / installed", "EXPIRED", 0]);
    expect(await goOn("delete")).toEqual(["RECYCLED / deleted", "RECYCLED", 0]);
    expect((await call(`sims/${iccid}`)).data).toMatchObject({ recycled: true });
    const bodies = await atLeast(received, 2);
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(
      bodies.map(({ level, type, iccid, remaining_percentage }) => [level, type, iccid, remaining_percentage]),
    ).toEqual([
      ["75%", "data_75", iccid, 22],
      ["90%", "data_90", iccid, 0],
    ]);
  });

  test("begins with its installation where its operator says so, and is in use from the first connection", async () => {
    const { bought, live } = await announced();
    const [iccid] = await bought("SO-1");
    expect(await live(iccid, "install")).toMatchObject({ status: "ACTIVE / installed" });
    expect(await live(iccid, "activate")).toMatchObject({ status: "ACTIVE / installed" });
    await expect(live(iccid, "activate")).rejects.toThrow("is already in use");
  });

  test("that ends while it is in use is announced, and its package has its times with their offset", async () => {
    const { bought, live, call, received } = await announced();
    const [iccid] = await bought("SO-1");
    await live(iccid, "activate");
    await live(iccid, "expire");
    expect(await atLeast(received, 1)).toMatchObject([{ level: "1days", type: "expire_1" }]);
    expect((await call(`sims/${iccid}/packages`)).data).toMatchObject([
      {
        status: "EXPIRED",
        activated_at: expect.stringMatching(/T.*\+00:00$/),
        expired_at: expect.stringMatching(/T.*\+00:00$/),
      },
    ]);
  });

  test("goes on with a top-up: the next package begins where the one before it ends", async () => {
    const { bought, live, call, post } = await announced();
    const [iccid] = await bought("SO-1");
    const plans = async () => {
      const { data } = await call(`sims/${iccid}/packages`);
      return (data as unknown as { status: string; remaining: number }[]).map(({ status, remaining }) => [
        status,
        remaining,
      ]);
    };
    const topup = () => post("orders/topups", { package_id: `${PACKAGE}-topup`, iccid, description: "AT" });
    await live(iccid, "activate");
    await topup();
    expect(await plans()).toEqual([
      ["ACTIVE", 5120],
      ["NOT_ACTIVE", 5120],
    ]);
    await live(iccid, "usage", 6000);
    expect(await plans()).toEqual([
      ["FINISHED", 0],
      ["ACTIVE", 4240],
    ]);
    await live(iccid, "exhaust");
    expect((await call(`sims/${iccid}/usage`)).data.status).toBe("FINISHED");
    await topup();
    expect((await call(`sims/${iccid}/usage`)).data).toMatchObject({
      status: "ACTIVE",
      remaining: 5120,
      total: 15_360,
    });
  });

  test("without limit is never used up, and says so", async () => {
    const { order, live, call } = await announced();
    const { data } = await order("SO-1", 1, { package_id: "tr-max-7days-unlimited" });
    const iccid = data.sims![0]!.iccid;
    await live(iccid, "usage", 9_999);
    await live(iccid, "exhaust");
    expect((await call(`sims/${iccid}/usage`)).data).toMatchObject({
      is_unlimited: true,
      remaining: 0,
      total: 0,
      status: "ACTIVE",
    });
  });

  test("refuses with a sentence what cannot happen", async () => {
    const { bought, live } = await announced();
    const [iccid] = await bought("SO-1");
    await expect(live(iccid, "delete")).rejects.toThrow(`The eSIM ${iccid} is not installed`);
    await live(iccid, "activate");
    await expect(live(iccid, "activate")).rejects.toThrow("is already in use");
    await expect(live(iccid, "install")).rejects.toThrow("is already installed");
    await live(iccid, "exhaust");
    await expect(live(iccid, "usage")).rejects.toThrow("is used up: top it up first");
    await live(iccid, "expire");
    await expect(live(iccid, "usage")).rejects.toThrow("is EXPIRED at the supplier: nothing more happens to it");
  });

  test("follows what is set for usage when it has something to tell, and counts only that", async () => {
    const { bought, live, set, received, records } = await announced();
    const [iccid] = await bought("SO-1");
    await set("usage", "duplicate", { times: 1 });
    await live(iccid, "install");
    await live(iccid, "activate");
    expect((await records()).modes).toMatchObject([{ operation: "usage", timesLeft: 1 }]);
    await live(iccid, "usage", 4_000);
    const bodies = await atLeast(received, 2);
    expect(bodies[0]).toEqual(bodies[1]);
    expect((await records()).modes).toEqual([]);
  });
});
