import { expect, test } from "vitest";
import type { OtherTopup } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import type { Canned } from "#tests/support/canned-supplier.ts";
import { connect, ESIM, ICCID, NO_ESIMS_LINKED, ok, order, refusal, TOPUP } from "./airalo-canned.ts";

overrideEnv({ timeScale: 0.05 });

const SINCE = new Date("2026-03-01T11:00:00Z");
const row = (id: number, code: string) => ({
  id,
  status: "ACTIVE",
  remaining: 1,
  package: { id: code, type: "topup" },
});
const topupOrder = (more: object = {}) => order({ type: "topup", description: "AT-1", sims: undefined, ...more });

test("a top-up is bought with our reference, and done when the reply bears it", async () => {
  const { adapter, asked } = await connect(() => ok(topupOrder()));
  expect(await adapter.topup(TOPUP)).toEqual({
    kind: "done",
    value: { supplierReference: "5001", unitCostUsd: money("6.5") },
  });
  const [{ method, path, text } = {} as never] = asked();
  expect([method, path, Object.fromEntries(new URLSearchParams(text))]).toEqual([
    "POST",
    "/v2/orders/topups",
    { package_id: "hola-30days-3gb-topup", iccid: ICCID, description: "AT-1" },
  ]);
});

test.each([
  [ok(topupOrder({ description: "AT-2" })), { kind: "unknown" }],
  [ok({}), { kind: "unknown" }],
  [refusal(422, { code: 23, reason: "disabled" }), { kind: "rejected", code: "refused" }],
  [refusal(422, { code: 73, reason: "recycled" }), { kind: "rejected", code: "refused" }],
  [refusal(422, { code: 34, reason: "package" }), { kind: "rejected", code: "package_unknown" }],
  [refusal(422, { code: 11, reason: "credit" }), { kind: "rejected", code: "supplier_funds" }],
  [refusal(422, { code: 53, reason: "unexpected" }), { kind: "unknown" }],
  [refusal(404, {}), { kind: "unknown" }],
  [refusal(429, {}), { kind: "rejected", code: "busy" }],
  [refusal(500, {}), { kind: "unknown" }],
] as [Canned, object][])("a top-up answered with %j is %j", async (reply, expected) => {
  expect(await (await connect(() => reply)).adapter.topup(TOPUP)).toMatchObject(expected);
});

test("the evidence is what is on the eSIM, each with its number", async () => {
  const { adapter, asked } = await connect(() => ok([row(1, "hola-30days-3gb"), row(2, "x")]));
  expect(await adapter.topupEvidence(ESIM)).toEqual({
    kind: "found",
    value: JSON.stringify([
      ["1", "hola-30days-3gb"],
      ["2", "x"],
    ]),
  });
  expect(asked()[0]!.path).toBe(`/v2/sims/${ICCID}/packages`);
  const other = async (reply: Canned) => (await (await connect(() => reply)).adapter.topupEvidence(ESIM)).kind;
  expect(await other(ok([{ status: "ACTIVE" }]))).toBe("unknown");
  expect(await other(ok({}))).toBe("unknown");
  expect(await other(refusal(404, {}))).toBe("not_found");
});

async function find(orders: Canned, packages: Canned, before = TOPUP.before) {
  const { adapter } = await connect(({ path }) => (path.startsWith("/v2/orders?") ? orders : packages));
  return await adapter.findTopup({ ...TOPUP, before }, SINCE, NO_ESIMS_LINKED);
}

const NO_ORDERS = ok([], { last_page: 1 });
const BEFORE = row(1, "hola-30days-3gb");
const LANDED = row(2, "hola-30days-3gb-topup");

test("a top-up of unknown outcome is found by our reference, or by a package that was not there before", async () => {
  expect(await find(ok([topupOrder()]), ok([]))).toEqual({
    kind: "found",
    value: { supplierReference: "5001", unitCostUsd: money("6.5") },
  });
  expect(await find(NO_ORDERS, ok([BEFORE, LANDED]))).toEqual({ kind: "found", value: { supplierReference: null } });
});

test("what was on the eSIM before, or is another package, proves no top-up", async () => {
  expect(await find(NO_ORDERS, ok([BEFORE]))).toEqual({ kind: "not_found" });
  expect(await find(NO_ORDERS, ok([BEFORE, row(3, "other-topup")]))).toEqual({ kind: "not_found" });
  const twice = JSON.stringify([
    ["1", "hola-30days-3gb"],
    ["2", "hola-30days-3gb-topup"],
  ]);
  expect(await find(NO_ORDERS, ok([BEFORE, LANDED]), twice)).toEqual({ kind: "not_found" });
  expect(await find(ok([topupOrder({ status: { slug: "failed" } })]), ok([BEFORE]))).toEqual({ kind: "not_found" });
});

test("a package that is that of another top-up proves none", async () => {
  const other = { code: "hola-30days-3gb-topup", dataMb: 3_000, durationDays: 30, reference: "AT-0", isDone: true };
  const lost = { ...other, isDone: false };
  const look = async (others: OtherTopup[], packages: object[], listed: Canned) => {
    const { adapter } = await connect(({ path }) => {
      if (!path.startsWith("/v2/orders?")) return ok(packages);
      return path.includes("AT-0") ? listed : NO_ORDERS;
    });
    return (await adapter.findTopup({ ...TOPUP, others }, SINCE, NO_ESIMS_LINKED)).kind;
  };
  const listed = ok([topupOrder({ description: "AT-0" })]);
  const again = row(3, "hola-30days-3gb-topup");
  expect(await look([other], [BEFORE, LANDED], NO_ORDERS)).toBe("not_found");
  expect(await look([other], [BEFORE, LANDED, again], NO_ORDERS)).toBe("found");
  expect(await look([lost], [BEFORE, LANDED], listed)).toBe("not_found");
  expect(await look([lost], [BEFORE, LANDED], NO_ORDERS)).toBe("found");
  expect(await look([lost], [BEFORE, LANDED], refusal(500, {}))).toBe("unknown");
  expect(await look([{ ...other, code: "another" }], [BEFORE, LANDED], NO_ORDERS)).toBe("found");
});

test.each([
  ["the orders cannot be searched", refusal(500, {}), ok([BEFORE, LANDED]), TOPUP.before],
  ["an order in the list cannot be read", ok([null]), ok([BEFORE]), TOPUP.before],
  ["the eSIM's packages cannot be read", NO_ORDERS, ok([null]), TOPUP.before],
  ["it is not known what was there before", NO_ORDERS, ok([BEFORE]), "nonsense"],
])("a top-up is not declared missing when %s", async (_, orders, packages, before) => {
  expect(await find(orders, packages, before)).toMatchObject({ kind: "unknown" });
});
