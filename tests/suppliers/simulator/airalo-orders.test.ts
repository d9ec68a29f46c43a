import { describe, expect, test } from "vitest";
import { luhnDigit } from "#server/simulator/sim-numbers.ts";
import { fetchToken, PACKAGE, PRICE, simulateAiralo } from "./airalo-buyer.ts";

const BALANCE = 10_000_000;

describe("access", () => {
  test("takes a token, and a token takes the right credentials", async () => {
    const { url, call, authorization } = await simulateAiralo();
    expect((await fetchToken(url, { client_secret: "wrong" })).status).toBe(401);
    expect((await fetchToken(url, { grant_type: "password" })).status).toBe(422);
    expect((await fetchToken(url, { client_id: "" })).status).toBe(422);
    const { data } = (await (await fetchToken(url)).json()) as { data: object };
    expect(data).toMatchObject({ token_type: "Bearer", expires_in: 86_400 });
    for (const other of ["", "Bearer", "Bearer x", `${authorization}0`, authorization.replace("Bearer 1", "Bearer 9")])
      expect((await call("balance", { headers: { authorization: other } })).status, other).toBe(401);
    expect((await call("balance")).data).toEqual({
      balances: { name: "balance", availableBalance: { amount: BALANCE, currency: "USD" } },
    });
  });

  test("to what does not exist is a 404", async () => {
    const { call, post } = await simulateAiralo();
    expect((await call("nothing")).status).toBe(404);
    expect((await call("orders/1")).status).toBe(404);
    expect((await call("sims/8940000000000000000")).status).toBe(404);
    expect((await call("sims/8940000000000000000/usage")).status).toBe(404);
    expect((await post("packages", {})).status).toBe(404);
  });
});

describe("an order", () => {
  test("comes with its eSIMs, its numbers as strings, and is paid at the price that holds", async () => {
    const { order, control, records } = await simulateAiralo();
    const { status, data, meta } = await order("SO-1", 2);
    expect([status, meta]).toEqual([200, { message: "success" }]);
    expect(data).toMatchObject({
      package_id: PACKAGE,
      quantity: "2",
      type: "sim",
      description: "SO-1",
      validity: "30",
      data: "5 GB",
      net_price: "3.36",
      currency: "USD",
      code: expect.stringMatching(/^\d{8}-\d{6}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const sims = data.sims as { iccid: string; qrcode: string; lpa: string; matching_id: string }[];
    expect(new Set(sims.flatMap(({ iccid, matching_id }) => [iccid, matching_id])).size).toBe(4);
    for (const { iccid, qrcode, lpa, matching_id } of sims) {
      expect(iccid).toMatch(/^\d{20}$/);
      expect(luhnDigit(iccid.slice(0, -1))).toBe(Number(iccid.at(-1)));
      expect(qrcode).toBe(`LPA:1$${lpa}$${matching_id}`);
    }
    await control({ kind: "price", supplier: "airalo", supplierPackageId: PACKAGE, usd: 4.5 });
    await order("SO-2");
    const { orders, balanceUsd } = await records();
    expect(orders).toMatchObject([
      { reference: "SO-1", package: PACKAGE, quantity: 2, delivered: 2, paidUsd: 2 * PRICE },
      { reference: "SO-2", paidUsd: 4.5 },
    ]);
    expect(orders[0]!.esims).toEqual(sims.map(({ iccid }) => iccid));
    expect(balanceUsd).toBeCloseTo(BALANCE - 2 * PRICE - 4.5, 6);
  });

  test("that repeats a description is another order, and is paid again", async () => {
    const { order, records } = await simulateAiralo();
    await Promise.all([order("SO-1"), order("SO-1")]);
    expect((await records()).orders).toMatchObject([{ reference: "SO-1" }, { reference: "SO-1" }]);
  });

  test("is understood as JSON and as either kind of form", async () => {
    const { call, records } = await simulateAiralo();
    const fields = { package_id: PACKAGE, quantity: "1", description: "form" };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    for (const body of [new URLSearchParams(fields), multipart])
      expect((await call("orders", { method: "POST", body })).status).toBe(200);
    expect((await records()).orders).toHaveLength(2);
  });

  test.each([
    ["an unknown package", { package_id: "xx-mobil-1days-1gb" }, { code: 34 }],
    ["a top-up", { package_id: `${PACKAGE}-topup` }, { code: 34 }],
    ["no package", { package_id: "" }, { data: { package_id: expect.any(String) } }],
    ["more than 50", { quantity: 51 }, { data: { quantity: expect.any(String) } }],
    ["none", { quantity: 0 }, { data: { quantity: expect.any(String) } }],
    ["a half", { quantity: 1.5 }, { data: { quantity: expect.any(String) } }],
    ["another type", { type: "topup" }, { data: { type: expect.any(String) } }],
    ["a description that is no text", { description: 7 }, { data: { description: expect.any(String) } }],
  ])("of %s is refused and sells nothing", async (_, more, answer) => {
    const { order, records } = await simulateAiralo();
    expect(await order("SO-1", 1, more)).toMatchObject({ status: 422, ...answer });
    expect((await records()).orders).toEqual([]);
  });

  test("that the credit does not cover is refused", async () => {
    const { order, control, records } = await simulateAiralo();
    await control({ kind: "price", supplier: "airalo", supplierPackageId: PACKAGE, usd: 100_000 });
    expect((await order("SO-1", 50)).status).toBe(200);
    expect((await order("SO-2", 50)).status).toBe(200);
    expect(await order("SO-3")).toMatchObject({ status: 422, code: 11 });
    expect((await records()).balanceUsd).toBe(0);
  });

  test("that cannot be read is refused", async () => {
    const { call, post } = await simulateAiralo();
    const send = (body: string, type: string) =>
      call("orders", { method: "POST", headers: { "content-type": type }, body });
    for (const [body, type] of [
      ["{", "application/json"],
      ["[]", "application/json"],
      ["null", "application/json"],
      ["x", "text/plain"],
      ["x", "multipart/form-data"],
    ] as const)
      expect((await send(body, type)).status, body).toBe(422);
    expect((await post("orders", { package_id: PACKAGE, description: "x".repeat(1_100_000) })).status).toBe(422);
  });
});

test("orders are found by words that their description contains, the newest first, page by page", async () => {
  const { order, found, call } = await simulateAiralo();
  for (const description of ["SO-1", "SO-2", "SO-10"]) await order(description);
  expect(await found("filter[description]=SO-1")).toEqual(["SO-10", "SO-1"]);
  expect(await found("filter[description]=so-2")).toEqual(["SO-2"]);
  expect(await found("filter[order_status]=failed")).toEqual([]);
  expect(await found("limit=2&page=2")).toEqual(["SO-1"]);
  const { meta, data } = await call("orders?limit=2");
  expect(meta).toMatchObject({ current_page: 1, last_page: 2, total: 3 });
  const [newest] = data as unknown as { id: number; sims?: object; status?: object }[];
  expect([newest!.sims, newest!.status]).toEqual([undefined, undefined]);
  expect((await call(`orders/${newest!.id}?include=sims,status`)).data).toMatchObject({
    description: "SO-10",
    status: { slug: "completed" },
    sims: [{}],
  });
});

test("a top-up adds its package and costs its price; what cannot be topped up says why", async () => {
  const { bought, post, call, live, control, records, order } = await simulateAiralo();
  const [iccid] = await bought("SO-1");
  const { data: options } = await call(`sims/${iccid}/topups`);
  const code = `${PACKAGE}-topup`;
  expect(options).toContainEqual(expect.objectContaining({ id: code, type: "topup", amount: 5120, net_price: PRICE }));
  const topup = (more: object = {}) => post("orders/topups", { package_id: code, iccid, description: "AT-1", ...more });
  expect((await topup()).data).toMatchObject({ type: "topup", description: "AT-1", package_id: code });
  expect((await call(`sims/${iccid}/usage`)).data).toMatchObject({ total: 10_240, remaining: 10_240 });
  expect((await call(`sims/${iccid}/packages`)).data).toMatchObject([
    { package: { id: PACKAGE } },
    { package: { id: code }, status: "NOT_ACTIVE" },
  ]);
  expect(await topup({ package_id: "tr-net-30days-5gb-topup" })).toMatchObject({ code: 34 });
  expect(await topup({ iccid: "8940000000000000000" })).toMatchObject({ status: 404 });
  const fixed = String((await order("SO-2", 1, { package_id: "tr-max-7days-unlimited" })).data.sims![0]!.iccid);
  expect(await topup({ iccid: fixed })).toMatchObject({ code: 23 });
  expect((await call(`sims/${fixed}/topups`)).data).toEqual([]);
  await live(iccid, "expire");
  expect(await topup()).toMatchObject({ code: 23 });
  await live(iccid, "delete");
  expect(await topup()).toMatchObject({ code: 73 });
  expect(await call(`sims/${iccid}/topups`)).toMatchObject({ code: 73 });
  const { topups, balanceUsd } = await records();
  expect(topups).toMatchObject([{ reference: "AT-1", iccid, package: code, paidUsd: PRICE }]);
  expect(balanceUsd).toBeCloseTo(BALANCE - 2 * PRICE - 9.26, 6);
  await expect(control({ kind: "price", supplier: "airalo", supplierPackageId: code, usd: 5 })).resolves.toMatchObject({
    fromUsd: PRICE,
    toUsd: 5,
  });
});
