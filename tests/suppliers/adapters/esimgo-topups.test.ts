import { describe, expect, test } from "vitest";
import type { Outcome } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import type { Asked, Canned } from "#tests/support/canned-supplier.ts";
import {
  applied,
  assignment,
  BUNDLE,
  bundle,
  connect,
  ESIM,
  linkedTo,
  OTHER_REFERENCE,
  order,
  organisation,
  quote,
  REFERENCE,
  refusal,
  SINCE,
  TOPUP,
} from "#tests/support/esimgo-answers.ts";

overrideEnv({ timeScale: 0.05 });

const BUNDLES = `GET esims/${ESIM.iccid}/bundles`;
const COMPATIBLE = `GET esims/${ESIM.iccid}/compatible/${BUNDLE}`;
const codeOf = (outcome: Outcome<unknown>) => (outcome.kind === "rejected" ? outcome.code : outcome.kind);
const typeOf = ({ text }: Asked) => (JSON.parse(text) as { type: string }).type;

describe("top-up options", () => {
  const options = async (answers: Record<string, Canned>) => {
    const connection = await connect({
      "GET organisation": organisation(),
      [BUNDLES]: applied(assignment()),
      [`GET catalogue/bundle/${BUNDLE}`]: bundle(),
      "GET catalogue": [bundle()],
      ...answers,
    });
    return { ...connection, found: await connection.adapter.topupOptions(ESIM) };
  };
  const codesOf = async (...bundles: object[]) => {
    const { found } = await options({ "GET catalogue": bundles });
    return found.kind === "found" ? found.value.map(({ code }) => code) : found;
  };

  test("are bundles of the eSIM's family that work wherever it works, without a call for each", async () => {
    const { found, calls } = await options({});
    expect(found).toEqual({
      kind: "found",
      value: [
        {
          code: BUNDLE,
          name: "eSIM, 5GB, 30 Days, Turkey, V2",
          dataMb: 5_120,
          durationDays: 30,
          costUsd: money("4.5"),
        },
      ],
    });
    expect(calls().some((call) => call.includes("compatible"))).toBe(false);
    expect(calls().at(-2)).toBe("GET catalogue?countries=TR&page=1&perPage=100");
    const wide = { countries: [{ name: "Europe+", region: "Europe", iso: "REUP" }] };
    const area = (...isos: string[]) => ({ roamingEnabled: isos.map((iso) => ({ name: iso, region: "Europe", iso })) });
    expect(
      await codesOf(
        bundle({ name: "esim_1GB_7D_TR_V2", dataAmount: 1_000 }),
        bundle({ name: "esim_1GB_7D_REUP_V2", ...wide, ...area("TR", "DE") }),
        bundle({ name: "esim_1GB_7D_RBALK_V2", ...wide, ...area("AL", "RS") }),
        bundle({ name: "esim_1GB_7D_TR_U" }),
        bundle({ name: "esim_UL_7D_TR_V2", unlimited: true, dataAmount: -1 }),
        bundle({ name: "esim_2GB_7D_TR_V2", price: -1 }),
      ),
    ).toEqual(["esim_1GB_7D_TR_V2", "esim_1GB_7D_REUP_V2", "esim_UL_7D_TR_V2"]);
  });

  test("of an eSIM for a region are searched by that region", async () => {
    const areas = [{ name: "Austria", region: "Europe", iso: "AT" }];
    const regional = bundle({ countries: [{ name: "Europe+", region: "Europe", iso: "REUP" }], roamingEnabled: areas });
    const { calls } = await options({ [`GET catalogue/bundle/${BUNDLE}`]: regional });
    expect(calls()).toContain("GET catalogue?region=Europe&page=1&perPage=100");
  });

  test("are none where nothing is known to fit", async () => {
    const none = { kind: "found", value: [] };
    expect((await options({ [BUNDLES]: { bundles: [] } })).found).toEqual(none);
    expect((await options({ [`GET catalogue/bundle/${BUNDLE}`]: refusal(400, "bundle not found") })).found).toEqual(
      none,
    );
    expect((await options({ [BUNDLES]: refusal(403, "not accessible") })).found).toEqual({ kind: "not_found" });
  });

  test.each<[string, Record<string, Canned>]>([
    ["the account is in pounds", { "GET organisation": organisation({ currency: "GBP" }) }],
    ["the account cannot be read", { "GET organisation": refusal(403, "access denied") }],
    ["the eSIM's bundles cannot be read", { [BUNDLES]: refusal(500, "oops") }],
    ["the catalogue cannot be read", { "GET catalogue": "cut" }],
    ["its bundle has no price", { [`GET catalogue/bundle/${BUNDLE}`]: bundle({ price: 0 }) }],
  ])("are unknown when %s", async (_, answers) => {
    expect((await options(answers)).found.kind).toBe("unknown");
  });
});

describe("a top-up", () => {
  const buy = async (answers: Record<string, Canned | ((asked: Asked) => Canned)>) => {
    const connection = await connect({
      [COMPATIBLE]: { compatible: true },
      "POST orders": (asked) => (typeOf(asked) === "validate" ? quote() : order({ orderReference: OTHER_REFERENCE })),
      ...answers,
    });
    return { ...connection, outcome: await connection.adapter.topup(TOPUP) };
  };

  test("goes onto this eSIM and no other, after a look whether it can and what it costs", async () => {
    const { outcome, calls, bodies } = await buy({});
    expect(outcome).toEqual({
      kind: "done",
      value: { supplierReference: OTHER_REFERENCE, unitCostUsd: money("4.5") },
    });
    expect(calls()).toEqual([COMPATIBLE, "POST orders", "POST orders"]);
    const line = { type: "bundle", item: BUNDLE, quantity: 1, allowReassign: false, iccids: [ESIM.iccid] };
    expect(bodies()).toEqual([
      { type: "validate", assign: true, order: [line] },
      { type: "transaction", assign: true, order: [line] },
    ]);
  });

  test.each<[string, Record<string, Canned | ((asked: Asked) => Canned)>, string]>([
    ["does not fit", { [COMPATIBLE]: { compatible: false } }, "refused"],
    ["may not fit", { [COMPATIBLE]: { compatible: "maybe" } }, "not_sent"],
    ["cannot be asked about", { [COMPATIBLE]: refusal(500, "oops") }, "not_sent"],
    ["is for an eSIM that is not ours", { [COMPATIBLE]: refusal(403, "not accessible") }, "refused"],
    ["costs more now", { "POST orders": quote({ total: 4.6 }) }, "price_changed"],
    ["costs pounds", { "POST orders": quote({ currency: "GBP" }) }, "refused"],
  ])("that %s is not sent", async (_, answers, code) => {
    const { outcome, bodies } = await buy(answers);
    expect(codeOf(outcome)).toBe(code);
    expect(bodies().some((body) => (body as { type: string }).type === "transaction")).toBe(false);
  });

  test.each<[string, Canned, string]>([
    ["silence", "silence", "unknown"],
    ["still processing", refusal(503, "processing"), "unknown"],
    ["another eSIM", order({}, { iccids: ["8944500102198304834"] }), "unknown"],
    ["too little balance", refusal(400, "insufficient balance"), "supplier_funds"],
    ["not compatible", refusal(400, "the bundle is not compatible"), "refused"],
  ])("answered with %s is what that says", async (_, transaction, code) => {
    const { outcome } = await buy({ "POST orders": (asked) => (typeOf(asked) === "validate" ? quote() : transaction) });
    expect(codeOf(outcome)).toBe(code);
  });
});

describe("a top-up of unknown outcome", () => {
  const added = assignment({ assignmentReference: `${OTHER_REFERENCE}-0`, id: "215009300" });
  const topup = order({ orderReference: OTHER_REFERENCE });
  const find = async (bundles: Canned, orders: Canned = [order()], { linked = linkedTo(), request = TOPUP } = {}) => {
    const { adapter } = await connect({
      [BUNDLES]: bundles,
      "GET orders": orders,
      [`GET orders/${OTHER_REFERENCE}`]: topup,
    });
    return await adapter.findTopup(request, SINCE, linked);
  };
  const found = { kind: "found", value: { supplierReference: OTHER_REFERENCE, unitCostUsd: money("4.5") } };

  test("is found by the bundle that was not on the eSIM before", async () => {
    expect(await find(applied(assignment(), added))).toEqual(found);
    const strange = assignment({ assignmentReference: "made-otherwise" });
    expect(await find(applied(assignment(), strange))).toEqual({ kind: "found", value: { supplierReference: null } });
  });

  test("is found by its order while the bundle is being processed", async () => {
    expect(await find(applied(assignment()), [topup, order()])).toEqual(found);
  });

  test("did not happen when neither is there", async () => {
    const none = { kind: "not_found" };
    expect(await find(applied(assignment()))).toEqual(none);
    expect(await find(applied(assignment({ bundleState: "active" })), [])).toEqual(none);
    expect(await find(applied(assignment(), added), [topup], { linked: linkedTo(OTHER_REFERENCE) })).toEqual(none);
    // The order that the eSIM came with is no top-up, also when its bundle is no longer listed.
    expect(await find({ bundles: [] }, [order()])).toEqual(none);
    const elsewhere = order({ orderReference: OTHER_REFERENCE }, { iccids: ["8944500102198304834"] });
    expect(await find(applied(assignment()), [elsewhere])).toEqual(none);
    const another = {
      bundles: [...applied(assignment()).bundles, { name: "esim_1GB_7D_TR_V2", assignments: [added] }],
    };
    expect(await find(another, [])).toEqual(none);
  });

  test("may still come up just after it was sent", async () => {
    const { adapter } = await connect({ [BUNDLES]: applied(assignment()), "GET orders": [] });
    expect((await adapter.findTopup(TOPUP, new Date(), linkedTo())).kind).toBe("unknown");
  });

  test("stays unknown when two were added, an order does not say for which eSIM it is, or nothing can be read", async () => {
    const third = assignment({ assignmentReference: "9f9f9f9f-0a1b-4c2d-8e3f-778899001122-0" });
    const answers = await Promise.all([
      find(applied(assignment(), added, third)),
      find(applied(assignment()), [topup, order({ orderReference: "x" })]),
      find(applied(assignment()), [order({ orderReference: OTHER_REFERENCE, status: "processing" }, { iccids: [] })]),
      find(refusal(500, "oops")),
      find(applied(assignment()), "cut"),
      find(applied(assignment(), added), [], { request: { ...TOPUP, before: "not ours" } }),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual(Array(6).fill("unknown"));
  });

  test("is compared with evidence that names every bundle of before, in any order", async () => {
    const other = assignment({ assignmentReference: null, id: 77 });
    const { adapter } = await connect({ [BUNDLES]: applied(added, other, assignment()) });
    const evidence = await adapter.topupEvidence(ESIM);
    if (evidence.kind !== "found") throw new Error(evidence.kind);
    expect(JSON.parse(evidence.value)).toEqual(["77", `${REFERENCE}-0`, `${OTHER_REFERENCE}-0`].sort());
    const request = { ...TOPUP, before: evidence.value };
    expect(await find(applied(assignment(), added, other), [], { request })).toEqual({ kind: "not_found" });
    const broken = await connect({ [BUNDLES]: {} });
    expect((await broken.adapter.topupEvidence(ESIM)).kind).toBe("unknown");
  });
});
