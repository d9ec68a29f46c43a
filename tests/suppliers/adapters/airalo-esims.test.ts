import { describe, expect, test } from "vitest";
import type { SupplierEsim } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import type { Canned } from "#tests/support/canned-supplier.ts";
import { connect, ESIM, ICCID, ok, refusal, sim } from "./airalo-canned.ts";

overrideEnv({ timeScale: 0.05 });

const MB = 1024 ** 2;
const usage = (more: object = {}) =>
  ok({
    remaining: 767,
    total: 2048,
    expired_at: "2026-04-01 10:30:00",
    is_unlimited: false,
    status: "ACTIVE",
    remaining_voice: 0,
    ...more,
  });
const details = (more: object = {}) => ok({ ...sim(), recycled: false, recycled_at: null, ...more });

async function look(simReply: Canned, usageReply: Canned) {
  const { adapter, asked } = await connect(({ path }) => (path.endsWith("/usage") ? usageReply : simReply));
  const found = (await adapter.getEsims([ESIM])).get("7001");
  return { found, asked: asked() };
}

async function read(simReply: Canned, usageReply: Canned): Promise<SupplierEsim> {
  const { found } = await look(simReply, usageReply);
  if (found?.kind !== "found") throw new Error(JSON.stringify(found));
  return found.value;
}

describe("an eSIM", () => {
  test("is read with its use in bytes, a megabyte being 1,048,576 of them, and its end in UTC", async () => {
    expect(await read(details(), usage())).toEqual({
      supplierEsimId: "7001",
      iccid: ICCID,
      imsi: "234500000000012",
      activationCode: "LPA:1$lpa.example.com$AAAA-BBBB",
      smdpAddress: "lpa.example.com",
      status: "activated",
      installationStatus: "installed",
      supplierStatus: "ACTIVE",
      supplierSmdpStatus: "",
      totalBytes: 2048 * MB,
      usedBytes: (2048 - 767) * MB,
      apn: "wap",
      networkName: null,
      eid: null,
      device: null,
      installedAt: null,
      activatedAt: null,
      expiresAt: new Date("2026-04-01T10:30:00Z"),
    });
  });

  test.each([
    ["NOT_ACTIVE", 2048, "ready", "not_installed"],
    ["ACTIVE", 2048, "activated", "installed"],
    ["FINISHED", 0, "exhausted", "installed"],
    ["EXPIRED", 2048, "expired", "not_installed"],
    ["EXPIRED", 1, "expired", "installed"],
    ["RECYCLED", 2048, "expired", "not_installed"],
    ["UNKNOWN", 2048, null, "not_installed"],
    ["BLOCKED_BY_MOON", 2048, null, "not_installed"],
  ] as const)("that is %s with %i MB left is %s", async (status, remaining, ours, installationStatus) => {
    const esim = await read(details(), usage({ status, remaining }));
    expect(esim).toMatchObject({ status: ours, supplierStatus: status, installationStatus });
  });

  test("of an order that was refunded is cancelled", async () => {
    const simable = { id: 5001, status: { name: "Refunded", slug: "refunded" } };
    expect((await read(details({ simable }), usage())).status).toBe("cancelled");
  });

  test("that was recycled is expired, whether it is said with the eSIM or instead of its use", async () => {
    const recycled = refusal(422, { code: 73, reason: "recycled" });
    expect(await read(details({ recycled: true }), usage())).toMatchObject({ status: "expired" });
    expect(await read(details(), recycled)).toMatchObject({ status: "expired", supplierStatus: "RECYCLED" });
  });

  test("without limit has no volume, and never less than nothing is used", async () => {
    const endless = await read(details(), usage({ is_unlimited: true, remaining: "0", total: "0" }));
    expect(endless).toMatchObject({ totalBytes: 0, usedBytes: 0, status: "activated" });
    expect(await read(details(), usage({ remaining: 4096 }))).toMatchObject({ usedBytes: 0 });
  });

  test("whose ICCID has been given to another one is not found", async () => {
    expect((await look(details({ id: 7002 }), usage())).found).toEqual({ kind: "not_found" });
    expect((await look(refusal(404, { message: "x" }), usage())).found).toEqual({ kind: "not_found" });
  });

  test.each([
    ["the use is below nothing", details(), usage({ remaining: -5 })],
    ["the use cannot be read", details(), ok({ status: "ACTIVE" })],
    ["the answer is about another ICCID", details({ iccid: "8944000000000000013" }), usage()],
    ["the ICCID came as a number", details({ iccid: Number(ICCID) }), usage()],
    ["the supplier is busy", details(), refusal(429, { message: "Too Many Attempts." })],
    ["the supplier fails", refusal(500, {}), usage()],
  ])("is unknown when %s", async (_, simReply, usageReply) => {
    expect((await look(simReply, usageReply)).found).toMatchObject({ kind: "unknown" });
  });
});

describe("the balance", () => {
  const ask = async (balances: unknown) => (await connect(() => ok({ balances }))).adapter.balance();
  const balance = (amount: unknown, currency = "USD") => ({
    name: "balance",
    availableBalance: { amount, currency },
  });

  test("is the one in US dollars, alone or in a list, also when it is owed", async () => {
    const amounts = [balance(12.34), balance("12.34"), [balance(9, "EUR"), balance("12.34")]].map(async (balances) => {
      const found = await ask(balances);
      return found.kind === "found" && String(found.value);
    });
    expect(await Promise.all(amounts)).toEqual(["12.34", "12.34", "12.34"]);
    expect(await ask(balance(-3))).toMatchObject({ kind: "found" });
  });

  test.each([[balance(9, "EUR")], [[]], [balance("much")], [null], [{}]])("is unknown in %j", async (balances) => {
    expect(await ask(balances)).toMatchObject({ kind: "unknown" });
  });
});

test("what the supplier does not offer is refused without asking it", async () => {
  const { adapter, asked, tokens } = await connect(() => ok({}));
  for (const call of [adapter.cancel, adapter.suspend, adapter.resume])
    expect(await call(ESIM)).toMatchObject({ kind: "rejected", code: "refused" });
  expect([asked().length, tokens()]).toEqual([0, 0]);
  expect(adapter).toMatchObject({
    capabilities: { order: true, topup: true, cancel: false, suspend: false, resume: false, refundOnCancel: false },
    idempotentOrders: false,
    anonymousOrders: false,
    maxOrderQuantity: 50,
  });
});

describe("top-ups", () => {
  const option = (more: object = {}) => ({
    id: "hola-30days-3gb-topup",
    type: "topup",
    price: 11.5,
    net_price: 6.5,
    amount: 3072,
    day: 30,
    is_unlimited: false,
    title: "3 GB - 30 Days",
    ...more,
  });
  const options = async (reply: Canned) => (await connect(() => reply)).adapter.topupOptions(ESIM);

  test("are listed at what they cost; without a net price at their retail price, which is never less", async () => {
    const found = await options(
      ok([option(), option({ id: "b", net_price: null }), option({ id: "c", net_price: -1 })]),
    );
    if (found.kind !== "found") throw new Error(found.kind);
    expect(found.value.map(({ costUsd, ...rest }) => [rest, String(costUsd)])).toEqual([
      [{ code: "hola-30days-3gb-topup", name: "3 GB - 30 Days", dataMb: 3072, durationDays: 30 }, "6.5"],
      [{ code: "b", name: "3 GB - 30 Days", dataMb: 3072, durationDays: 30 }, "11.5"],
    ]);
  });

  test("are none for an eSIM that takes none or was recycled, and unknown when none can be read", async () => {
    expect(await options(ok([]))).toEqual({ kind: "found", value: [] });
    expect(await options(refusal(422, { code: 73 }))).toEqual({ kind: "found", value: [] });
    expect(await options(refusal(404, {}))).toEqual({ kind: "not_found" });
    expect(await options(ok([option({ currency: "EUR" }), null]))).toMatchObject({ kind: "unknown" });
    expect(await options(refusal(500, {}))).toMatchObject({ kind: "unknown" });
  });
});
