import { describe, expect, onTestFinished, test, vi } from "vitest";
import { esimGo } from "#server/domain/catalogue/suppliers/esimgo/adapter.ts";
import type { Outcome } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import type { Asked, Canned } from "#tests/support/canned-supplier.ts";
import {
  applied,
  assignment,
  BUNDLE,
  connect,
  ESIM,
  install,
  KEY,
  linkedTo,
  ORDER,
  OTHER_REFERENCE,
  order,
  quote,
  REFERENCE,
  refusal,
  SINCE,
} from "#tests/support/esimgo-answers.ts";

overrideEnv({ timeScale: 0.02 });

const typeOf = ({ text }: Asked) => (JSON.parse(text) as { type: string }).type;
const codeOf = (outcome: Outcome<unknown>) => (outcome.kind === "rejected" ? outcome.code : outcome.kind);

const buying = (validate: Canned, transaction: Canned = order()) =>
  connect({ "POST orders": (asked) => (typeOf(asked) === "validate" ? validate : transaction) });

describe("an order", () => {
  test("is asked for its price first, then placed once, for new eSIMs", async () => {
    const { adapter, bodies, asked } = await buying(quote({ total: 9 }));
    expect(await adapter.order({ ...ORDER, quantity: 2 })).toEqual({
      kind: "done",
      value: { supplierReference: REFERENCE, unitCostUsd: money("4.5") },
    });
    const body = { assign: true, order: [{ type: "bundle", item: BUNDLE, quantity: 2, allowReassign: false }] };
    expect(bodies()).toEqual([
      { type: "validate", ...body },
      { type: "transaction", ...body },
    ]);
    expect(asked.every(({ header }) => header("X-API-Key") === KEY)).toBe(true);
  });

  test("is placed at the price that was expected or a lower one, and at no other", async () => {
    const three = { ...ORDER, quantity: 3, unitCostUsd: money("2.8") };
    for (const [total, code] of [
      [8.399999999999999, "done"],
      [8.4, "done"],
      [7, "done"],
      [8.4001, "price_changed"],
      [84, "price_changed"],
    ] as const) {
      const { adapter, calls } = await buying(quote({ total }));
      expect([total, codeOf(await adapter.order(three)), calls().length]).toEqual([
        total,
        code,
        code === "done" ? 2 : 1,
      ]);
    }
  });

  test.each<[string, Canned, string]>([
    ["another currency", quote({ currency: "GBP" }), "refused"],
    ["no currency", quote({ currency: undefined }), "not_sent"],
    ["a negative price", quote({ total: -4.5 }), "not_sent"],
    ["no price", quote({ total: 0 }), "not_sent"],
    [
      "the price of another bundle",
      quote({ order: [{ type: "bundle", item: "esim_1GB_7D_TR_V2", quantity: 1 }] }),
      "not_sent",
    ],
    ["not valid", quote({ valid: false, statusMessage: "insufficient funds" }), "supplier_funds"],
    ["no such bundle", refusal(400, `bundle ${BUNDLE} not found`), "package_unknown"],
    ["out of stock", refusal(400, "no eSIMs available"), "out_of_stock"],
    ["too little balance", refusal(400, "Insufficient balance to process the order"), "supplier_funds"],
    ["maintenance", refusal(400, "down for maintenance"), "maintenance"],
    ["another fault", refusal(400, "quantity is too large"), "refused"],
    ["a key that does not hold", refusal(403, "access denied"), "refused"],
    ["too many calls", refusal(429, "slow down"), "busy"],
    ["still processing", refusal(503, "processing"), "not_sent"],
    ["a server error", refusal(500, "oops"), "not_sent"],
    ["a cut connection", "cut", "not_sent"],
    ["silence", "silence", "not_sent"],
  ])("is not sent after a dry run with %s", async (_, validate, code) => {
    const { adapter, bodies } = await buying(validate);
    expect(codeOf(await adapter.order(ORDER))).toBe(code);
    expect(bodies()).toMatchObject([{ type: "validate" }]);
  });

  test.each<[string, Canned, string]>([
    ["still processing", refusal(503, "processing"), "unknown"],
    ["a server error", refusal(500, "oops"), "unknown"],
    ["silence", "silence", "unknown"],
    ["a cut connection", "cut", "unknown"],
    ["a page of something in between", { status: 403, text: "<html>Blocked</html>" }, "unknown"],
    ["no reference", order({ orderReference: undefined }), "unknown"],
    ["another bundle", order({}, { item: "esim_1GB_7D_TR_V2" }), "unknown"],
    ["an object without anything", {}, "unknown"],
    ["a failed order", order({ status: "failed", statusMessage: "Order failed: no eSIMs available" }), "out_of_stock"],
    ["too little balance", refusal(400, "insufficient balance"), "supplier_funds"],
    ["out of stock", refusal(400, "out of stock"), "out_of_stock"],
    ["a refusal", refusal(403, "access denied"), "refused"],
    ["too many calls", refusal(429, "slow down"), "busy"],
    ["eSIMs still to come", order({ status: "processing" }, { iccids: [], esims: [] }), "done"],
    ["a price that has moved meanwhile", order({ total: 4.9 }), "done"],
  ])("that is answered with %s is what that says, and no more", async (_, transaction, code) => {
    const { adapter } = await buying(quote(), transaction);
    expect(codeOf(await adapter.order(ORDER))).toBe(code);
  });

  test("is not placed when its process slept through its turn after the dry run", async () => {
    const now = Date.now.bind(Date);
    let slept = 0;
    onTestFinished(vi.spyOn(Date, "now").mockImplementation(() => now() + slept).mockRestore);
    const { adapter, asked } = await connect({
      "POST orders": (asked) => {
        slept = 60_000;
        return typeOf(asked) === "validate" ? quote() : order();
      },
    });
    expect(codeOf(await adapter.order(ORDER))).toBe("not_sent");
    expect(asked.map(typeOf)).toEqual(["validate"]);
  });

  test("is on record without the key, whatever the supplier repeats of it", async () => {
    const { adapter, exchanges } = await buying(quote(), refusal(403, `the key ${KEY} is not allowed to buy`));
    await adapter.order(ORDER);
    expect(exchanges.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ["order", "ok"],
      ["order", "error 403"],
    ]);
    expect(exchanges[1]!.response).toContain("the key (the API key) is not allowed");
    expect(exchanges[1]!.request).toMatch(/^POST \/orders \{"type":"transaction"/);
    expect(JSON.stringify(exchanges)).not.toContain(KEY);
  });

  test("to where nobody listens was certainly not sent", async () => {
    const adapter = esimGo({ url: "http://127.0.0.1:1/v2.5/", apiKey: KEY, refunds: true }, () => {});
    expect(codeOf(await adapter.order(ORDER))).toBe("not_sent");
  });
});

describe("an order of unknown outcome", () => {
  const find = async (
    orders: Canned,
    { linked = linkedTo(), request = ORDER, bundles = applied(assignment()) as Canned, assigned = [] as Canned } = {},
  ) => {
    const connection = await connect({
      "GET orders": orders,
      [`GET esims/${ESIM.iccid}/bundles`]: bundles,
      "GET esims/assignments": assigned,
    });
    return { ...connection, found: await connection.adapter.findOrder(request, SINCE, linked) };
  };
  const found = { kind: "found", value: { supplierReference: REFERENCE } };

  test("is found as the only one of its bundle that belongs to no other order", async () => {
    const { found: answer, calls } = await find({ orders: [order()], pageCount: 1 });
    expect(answer).toEqual(found);
    const query = new URLSearchParams(calls()[0]!.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({
      includeIccids: "true",
      page: "1",
      limit: "50",
      createdAt: "gte:2026-05-04T09:55:00.000Z",
    });
    const other = order({ orderReference: OTHER_REFERENCE }, { iccids: ["8944500102198300000"] });
    expect((await find([other, order()], { linked: linkedTo(OTHER_REFERENCE) })).found).toEqual(found);
    expect((await find(order())).found).toEqual(found);
    expect((await find([order({ total: 4 })])).found).toEqual(found);
  });

  test.each<[string, object]>([
    ["of another bundle", order({}, { item: "esim_1GB_7D_TR_V2" })],
    ["of more eSIMs", order({}, { quantity: 2 })],
    ["that failed", order({ status: "failed" })],
    ["that is a refund", order({}, { type: "bundleRefund" })],
    ["that pays in money", { order: [{ type: "apiTopup", quantity: 1 }], total: 100, orderReference: OTHER_REFERENCE }],
    ["of before", order({ createdDate: "2026-05-04T09:54:59.000Z" })],
  ])("is not an order %s", async (_, listed) => {
    expect((await find([listed])).found).toEqual({ kind: "not_found" });
  });

  test("is not one that another order is linked to", async () => {
    expect((await find([order()], { linked: linkedTo(REFERENCE) })).found).toEqual({ kind: "not_found" });
    expect((await find([])).found).toEqual({ kind: "not_found" });
    expect((await find({ orders: null })).found).toEqual({ kind: "not_found" });
  });

  test("is not a top-up of an eSIM that had another bundle before", async () => {
    const before = assignment({
      assignmentReference: `${OTHER_REFERENCE}-0`,
      assignmentDateTime: "2026-05-01T08:00:00Z",
      bundleState: "active",
    });
    const { found: answer } = await find([order()], { bundles: applied(before, assignment()) });
    expect(answer).toEqual({ kind: "not_found" });
    const processing = await find([order()], { bundles: applied(before) });
    expect(processing.found).toEqual({ kind: "not_found" });
  });

  test("is still found when its eSIM was topped up since", async () => {
    const since = assignment({
      assignmentReference: `${OTHER_REFERENCE}-0`,
      assignmentDateTime: "2026-05-05T08:00:00Z",
    });
    expect((await find([order()], { bundles: applied(assignment(), since) })).found).toEqual(found);
  });

  test.each<[string, Parameters<typeof find>]>([
    ["two orders look like it", [[order(), order({ orderReference: OTHER_REFERENCE })]]],
    ["it was fewer than ordered", [[order()], { request: { ...ORDER, quantity: 2 } }]],
    ["it cost more than was to be paid", [[order({ total: 4.51 })]]],
    ["its eSIM cannot be looked at", [[order()], { bundles: refusal(403, "not accessible") }]],
    [
      "the times do not tell which bundle came first",
      [
        [order()],
        { bundles: applied(assignment(), assignment({ assignmentReference: "x-0", assignmentDateTime: "" })) },
      ],
    ],
    [
      "it has no eSIM yet",
      [[order({ status: "processing" }, { iccids: [] })], { assigned: refusal(503, "processing") }],
    ],
    ["the list cannot be read", [{ orders: "none" }]],
    ["the list is refused", [refusal(403, "access denied")]],
    [
      "too many look like it to look at each",
      [Array.from({ length: 6 }, (_, n) => order({ orderReference: `o-${n}` }))],
    ],
  ])("stays unknown when %s", async (_, [orders, options]) => {
    expect((await find(orders, options)).found.kind).toBe("unknown");
  });

  test("that is not listed is believed not to be there only when the list has had time to know", async () => {
    const { adapter } = await connect({ "GET orders": [] });
    expect((await adapter.findOrder(ORDER, new Date(), linkedTo())).kind).toBe("unknown");
    expect((await adapter.findOrder(ORDER, new Date(Date.now() - 1_000), linkedTo())).kind).toBe("not_found");
  });

  test("is looked for on every page", async () => {
    const others = (page: string) =>
      Array.from({ length: 10 }, (_, n) => order({ orderReference: `${page}-${n}` }, { item: "esim_1GB_7D_DE_V2" }));
    const { found: answer } = await find([], {});
    expect(answer).toEqual({ kind: "not_found" });
    const connection = await connect({
      "GET orders": ({ path }) => {
        const page = new URL(path, "http://x").searchParams.get("page")!;
        return { orders: page === "3" ? [order()] : Number(page) > 3 ? [] : others(page) };
      },
      [`GET esims/${ESIM.iccid}/bundles`]: applied(assignment()),
    });
    expect(await connection.adapter.findOrder(ORDER, SINCE, linkedTo())).toEqual(found);
  });

  test("of several eSIMs is told from a top-up by what the supplier assigned, where the list names no eSIM", async () => {
    const listed = order({ total: 9 }, { quantity: 2, iccids: null });
    const assigned = [install(), install("8944500102198304834")];
    const { found: answer } = await find([listed], { assigned, request: { ...ORDER, quantity: 2 } });
    expect(answer).toEqual(found);
  });
});

describe("the eSIMs of an order", () => {
  const collect = async (answers: Record<string, Canned | ((asked: Asked) => Canned)>) => {
    const connection = await connect({
      [`GET orders/${REFERENCE}`]: order(),
      "GET esims/assignments": { ...install(), profileStatus: "Released" },
      [`GET esims/${ESIM.iccid}/bundles`]: applied(assignment()),
      "PUT esims": { status: "updated" },
      ...answers,
    });
    return { ...connection, found: await connection.adapter.getOrderEsims(REFERENCE, "T-1") };
  };
  const waiting = { kind: "found", value: { esims: [], allocating: true } };

  test("are read, one as an object, and get our reference", async () => {
    const { found, calls, bodies, asked } = await collect({});
    expect(found).toEqual({
      kind: "found",
      value: {
        allocating: false,
        unitCostUsd: money("4.5"),
        esims: [
          {
            supplierEsimId: ESIM.iccid,
            iccid: ESIM.iccid,
            imsi: null,
            activationCode: "LPA:1$rsp-0012.supplier.example$QWERT-ASDFG-ZXCVB",
            smdpAddress: "rsp-0012.supplier.example",
            status: "ready",
            installationStatus: "not_installed",
            supplierStatus: "active: queued",
            supplierSmdpStatus: "Released",
            totalBytes: 5_000_000_000,
            usedBytes: 0,
            apn: null,
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
    expect(calls()).toContain(`GET esims/assignments?reference=${REFERENCE}`);
    expect(asked.every(({ header }) => header("accept") === "application/json")).toBe(true);
    expect(bodies()).toEqual([{ iccid: ESIM.iccid, customerRef: "T-1" }]);
  });

  test("are read as a list, too, and delivered also when our reference cannot be written", async () => {
    const second = "8944500102198304834";
    const { found } = await collect({
      [`GET orders/${REFERENCE}`]: order({}, { quantity: 2 }),
      "GET esims/assignments": [
        install(),
        install(second, { smdpAddress: "https://rsp.example", matchingId: "A-1" }),
        install(),
      ],
      [`GET esims/${second}/bundles`]: applied(assignment({ bundleState: "Processing" })),
      "PUT esims": refusal(500, "oops"),
    });
    const { esims, allocating } = found.kind === "found" ? found.value : { esims: [], allocating: null };
    expect(allocating).toBe(false);
    expect(esims.map(({ activationCode, status }) => [activationCode, status])).toEqual([
      ["LPA:1$rsp-0012.supplier.example$QWERT-ASDFG-ZXCVB", "ready"],
      ["LPA:1$rsp.example$A-1", "provisioning"],
    ]);
  });

  test("are waited for while the supplier makes them, for no longer than it says to need", async () => {
    const young = { createdDate: new Date().toISOString() };
    const processing = refusal(503, "processing, come back later");
    expect((await collect({ [`GET orders/${REFERENCE}`]: processing })).found).toMatchObject(waiting);
    expect((await collect({ "GET esims/assignments": processing })).found).toMatchObject(waiting);
    for (const assigned of [[], refusal(400, "order not found")]) {
      const answers = { [`GET orders/${REFERENCE}`]: order(young), "GET esims/assignments": assigned };
      expect((await collect(answers)).found).toMatchObject(waiting);
    }
    const bare = { [`GET orders/${REFERENCE}`]: order(young), [`GET esims/${ESIM.iccid}/bundles`]: { bundles: [] } };
    expect((await collect(bare)).found).toMatchObject(waiting);
    const short = { [`GET orders/${REFERENCE}`]: order(young, { quantity: 2 }) };
    expect((await collect(short)).found).toMatchObject({ value: { esims: [{}], allocating: true } });
    const late = { [`GET orders/${REFERENCE}`]: order({}, { quantity: 2 }) };
    expect((await collect(late)).found).toMatchObject({ value: { esims: [{}], allocating: false } });
    const undated = { [`GET orders/${REFERENCE}`]: order({ createdDate: "soon" }, { quantity: 2 }) };
    expect((await collect(undated)).found).toMatchObject({ value: { allocating: true } });
  });

  test("are none when the order failed, and not found when the supplier does not know it", async () => {
    const none = { kind: "found", value: { esims: [], allocating: false } };
    expect((await collect({ [`GET orders/${REFERENCE}`]: order({ status: "Failed" }) })).found).toEqual(none);
    for (const unknown of [refusal(404, "not found"), refusal(400, "order does not exist")])
      expect((await collect({ [`GET orders/${REFERENCE}`]: unknown })).found).toEqual({ kind: "not_found" });
  });

  test.each<[string, Record<string, Canned>]>([
    ["the key does not hold", { [`GET orders/${REFERENCE}`]: refusal(403, "access denied") }],
    ["the answer is about another order", { [`GET orders/${REFERENCE}`]: order({ orderReference: OTHER_REFERENCE }) }],
    ["the eSIMs are refused", { "GET esims/assignments": refusal(403, "access denied") }],
    [
      "an activation code could be more than one",
      { "GET esims/assignments": install(ESIM.iccid, { matchingId: "A$B" }) },
    ],
    ["a server address is none", { "GET esims/assignments": install(ESIM.iccid, { smdpAddress: "evil example" }) }],
    ["an ICCID is none", { "GET esims/assignments": install("8944") }],
    ["the bundle of an eSIM cannot be read", { [`GET esims/${ESIM.iccid}/bundles`]: "cut" }],
    [
      "a bundle has more than there are numbers",
      { [`GET esims/${ESIM.iccid}/bundles`]: applied(assignment({ initialQuantity: 1e300 })) },
    ],
  ])("are unknown when %s", async (_, answers) => {
    expect((await collect(answers)).found.kind).toBe("unknown");
  });
});
