import { describe, expect, test } from "vitest";
import type { Found, Outcome } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import type { Asked } from "#tests/support/canned-supplier.ts";
import { buy, connect, HOOK, ICCID, NO_ESIMS_LINKED, ok, order, refusal, sim } from "./airalo-canned.ts";

overrideEnv({ timeScale: 0.05 });

const SINCE = new Date("2026-03-01T11:00:00Z");
const said = (outcome: Outcome<unknown> | Found<unknown>) =>
  outcome.kind === "rejected" ? outcome.code : outcome.kind;

describe("an order", () => {
  test("carries our reference as its description and is done when the reply bears it", async () => {
    const { adapter, asked } = await connect(() => ok(order()));
    expect(await adapter.order(buy("SO-1", 2))).toMatchObject({
      kind: "done",
      value: { supplierReference: "5001", unitCostUsd: money("6.5") },
    });
    const [{ method, path, text } = {} as Asked] = asked();
    expect([method, path, JSON.parse(text)]).toEqual([
      "POST",
      "/v2/orders",
      { package_id: "hola-30days-3gb", quantity: 2, type: "sim", description: "SO-1" },
    ]);
  });

  test("is unknown when the reply is about another one", async () => {
    const { adapter } = await connect(() => ok(order({ description: "SO-2" })));
    expect(said(await adapter.order(buy("SO-1")))).toBe("unknown");
  });

  test("in asynchronous mode names the address of the webhook and is done when it is accepted", async () => {
    const { adapter, asked } = await connect(
      () => ({ status: 202, text: JSON.stringify(ok({ request_id: "Rq7", accepted_at: "x" })) }),
      { isAsync: true },
    );
    expect(await adapter.order(buy("SO-1"))).toEqual({ kind: "done", value: { supplierReference: "request:Rq7" } });
    expect(asked()[0]!.path).toBe("/v2/orders-async");
    expect(JSON.parse(asked()[0]!.text)).toMatchObject({ description: "SO-1", webhook_url: HOOK });
  });

  test.each([
    [422, { code: 11, reason: "credit" }, "supplier_funds"],
    [422, { code: 13, reason: "maintenance" }, "maintenance"],
    [422, { code: 14, reason: "checksum" }, "refused"],
    [422, { code: 23, reason: "disabled" }, "refused"],
    [422, { code: 33, reason: "stock" }, "out_of_stock"],
    [422, { code: 34, reason: "package" }, "package_unknown"],
    [422, { code: "34", reason: "package" }, "package_unknown"],
    [422, { code: 43, reason: "bad request" }, "refused"],
    [422, { code: 53, reason: "unexpected" }, "unknown"],
    [422, { code: 73, reason: "recycled" }, "refused"],
    [422, { code: 999, reason: "new" }, "unknown"],
    [403, { code: 89, reason: "address" }, "maintenance"],
    [
      422,
      { data: { quantity: "The quantity is too high." }, meta: { message: "the parameter is invalid" } },
      "refused",
    ],
    [422, { data: { quantity: ["Available quantity: 3"] }, meta: { message: "invalid" } }, "out_of_stock"],
    [422, { data: { quantity: { toString: 1 } }, meta: { message: "invalid" } }, "refused"],
    [422, "<html>", "unknown"],
    [400, "<html>", "unknown"],
    [403, "<html>", "unknown"],
    [404, {}, "unknown"],
    [408, {}, "unknown"],
    [429, { message: "Too Many Attempts." }, "busy"],
    [500, { code: 33, reason: "stock" }, "unknown"],
    [502, "", "unknown"],
    [503, { message: "x" }, "unknown"],
    [504, "", "unknown"],
    [204, "", "unknown"],
  ] as const)("answered with %i %j is %s", async (status, body, expected) => {
    const { adapter } = await connect(() => refusal(status, body));
    expect(said(await adapter.order(buy("SO-1")))).toBe(expected);
  });
});

describe("an order of unknown outcome", () => {
  const find = async (...pages: unknown[]) => {
    const { adapter, asked } = await connect(({ path }) => {
      const page = Number(new URL(path, "http://x").searchParams.get("page"));
      return ok(pages[page - 1], { current_page: page, last_page: pages.length });
    });
    return { found: await adapter.findOrder(buy("SO-1"), SINCE, NO_ESIMS_LINKED), asked: asked() };
  };

  test("is found by the whole of its description, not by a part of it", async () => {
    const others = [order({ id: 1, description: "SO-10" }), order({ id: 2, description: "XSO-1" })];
    const { found, asked } = await find([...others, order()]);
    expect(found).toEqual({ kind: "found", value: { supplierReference: "5001" } });
    expect(new URL(asked[0]!.path, "http://x").searchParams.get("filter[description]")).toBe("SO-1");
    expect((await find(others)).found).toEqual({ kind: "not_found" });
    expect((await find([order({ description: "so-1" })])).found).toEqual({ kind: "not_found" });
    expect((await find([])).found).toEqual({ kind: "not_found" });
  });

  test("is looked for on every page", async () => {
    const many = Array.from({ length: 100 }, (_, n) => order({ id: n + 1, description: `SO-1${n}` }));
    expect((await find(many, [order()])).found).toMatchObject({ kind: "found" });
    expect((await find(many, [])).asked).toHaveLength(2);
  });

  test("is not declared missing while something in the list cannot be read", async () => {
    expect(said((await find([{ id: 9 }, { description: 5 }])).found)).toBe("unknown");
    expect(said((await find([null])).found)).toBe("unknown");
    expect((await find([null, order()])).found).toMatchObject({ kind: "found" });
  });

  test("is the one that did not fail, when there are two", async () => {
    const failed = order({ id: 4, status: { slug: "failed" } });
    expect((await find([failed, order()])).found).toMatchObject({ value: { supplierReference: "5001" } });
    expect((await find([failed])).found).toMatchObject({ value: { supplierReference: "4" } });
  });
});

describe("the eSIMs of an order", () => {
  const fetchEsims = async (data: unknown) => {
    const { adapter, asked } = await connect(() => ok(data));
    return { found: await adapter.getOrderEsims("5001", "SO-1"), asked: asked() };
  };

  test("are read with what it takes to install them", async () => {
    const { found, asked } = await fetchEsims(order());
    expect(asked[0]!.path).toBe("/v2/orders/5001?include=sims%2Cstatus");
    expect(found).toEqual({
      kind: "found",
      value: {
        allocating: false,
        unitCostUsd: money("6.5"),
        esims: [
          {
            supplierEsimId: "7001",
            iccid: ICCID,
            imsi: "234500000000012",
            activationCode: "LPA:1$lpa.example.com$AAAA-BBBB",
            smdpAddress: "lpa.example.com",
            status: "ready",
            installationStatus: "not_installed",
            supplierStatus: "NOT_ACTIVE",
            supplierSmdpStatus: "",
            totalBytes: 3 * 1024 ** 3,
            usedBytes: 0,
            apn: "wap",
            networkName: null,
            eid: null,
            device: null,
            installedAt: null,
            activatedAt: null,
            expiresAt: null,
          },
        ],
      },
    });
  });

  test("need no more than a number, an ICCID and an activation code", async () => {
    const bare = { id: "7001", iccid: ICCID, qrcode: "LPA:1$lpa.example.com$AAAA-BBBB" };
    const { found } = await fetchEsims({ id: "5001", sims: [bare] });
    expect(found).toMatchObject({ value: { esims: [{ supplierEsimId: "7001", imsi: null, totalBytes: 0 }] } });
  });

  test("have their activation code put together when only its parts are told", async () => {
    const { found } = await fetchEsims(order({ sims: [sim({ qrcode: null })] }));
    expect(found).toMatchObject({ value: { esims: [{ activationCode: "LPA:1$lpa.example.com$AAAA-BBBB" }] } });
  });

  test.each([
    ["an ICCID that came as a number", { sims: [sim({ iccid: Number(ICCID) })] }],
    ["no activation code", { sims: [sim({ qrcode: null, lpa: null })] }],
    ["an activation code that is none", { sims: [sim({ qrcode: "https://x", matching_id: "" })] }],
    ["the description of another order", { description: "SO-7" }],
    ["the number of another order", { id: 5002 }],
  ])("are unknown with %s", async (_, more) => {
    expect(said((await fetchEsims(order(more))).found)).toBe("unknown");
  });

  test("of a failed order are none, and no more will come", async () => {
    const { found } = await fetchEsims(order({ status: { slug: "failed" }, sims: [sim()] }));
    expect(found).toEqual({ kind: "found", value: { esims: [], allocating: false } });
  });

  test("may still come while the order has no final status", async () => {
    for (const status of [{ slug: "processing" }, null])
      expect((await fetchEsims(order({ status, sims: [] }))).found).toMatchObject({ value: { allocating: true } });
    const { found } = await fetchEsims(order({ sims: [] }));
    expect(found).toMatchObject({ value: { esims: [], allocating: false } });
  });

  test("of an order the supplier does not know are not found, and a proxy's 404 says nothing", async () => {
    const ask = async (body: object | string) =>
      said(await (await connect(() => refusal(404, body))).adapter.getOrderEsims("5001", "SO-1"));
    expect(await ask({ message: "Not found" })).toBe("not_found");
    expect(await ask("<html>")).toBe("unknown");
  });

  test("of an asynchronous order are found through our reference, as soon as the supplier lists it", async () => {
    let listed: object[] = [];
    const { adapter } = await connect(({ path }) => ok(path.startsWith("/v2/orders?") ? listed : order()));
    expect(await adapter.getOrderEsims("request:Rq7", "SO-1")).toEqual({
      kind: "found",
      value: { esims: [], allocating: true },
    });
    listed = [order()];
    expect(await adapter.getOrderEsims("request:Rq7", "SO-1")).toMatchObject({
      value: { esims: [{ iccid: ICCID }], allocating: false },
    });
  });
});
