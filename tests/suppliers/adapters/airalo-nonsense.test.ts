import { describe, expect, test } from "vitest";
import type { Supplier } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { NONSENSE } from "#tests/support/canned-supplier.ts";
import { buy, connect, ESIM, NO_ESIMS_LINKED, TOPUP } from "./airalo-canned.ts";

// Calls are given up after two seconds, writes that were not sent within one.
overrideEnv({ timeScale: 0.08 });

/** Everything that asks the supplier, and what kind of answer it gives. */
const ASK: Record<string, (supplier: Supplier) => Promise<{ kind: string }>> = {
  order: (supplier) => supplier.order(buy("SO-1")),
  findOrder: (supplier) => supplier.findOrder(buy("SO-1"), new Date(), NO_ESIMS_LINKED),
  getOrderEsims: (supplier) => supplier.getOrderEsims("5001", "SO-1"),
  "getOrderEsims of a request": (supplier) => supplier.getOrderEsims("request:R", "SO-1"),
  getEsims: async (supplier) => (await supplier.getEsims([ESIM])).get(ESIM.supplierEsimId)!,
  listPackages: (supplier) => supplier.listPackages(),
  topupOptions: (supplier) => supplier.topupOptions(ESIM),
  topupEvidence: (supplier) => supplier.topupEvidence(ESIM),
  topup: (supplier) => supplier.topup(TOPUP),
  findTopup: (supplier) => supplier.findTopup(TOPUP, new Date(), NO_ESIMS_LINKED),
  balance: (supplier) => supplier.balance(),
};

/** In the supplier's own envelope, with nothing in it that could be meant. */
const HOLLOW = {
  "no data": { meta: { message: "success" } },
  "data that is a text": { data: "ok", meta: {} },
  "data that is a number": { data: 5 },
  "data without its fields": { data: { success: true }, meta: { last_page: 1 } },
  "the fields of something else": { data: { id: [], iccid: {}, balances: "5", request_id: 7, sims: "x" }, meta: 5 },
};

describe.each(Object.entries({ ...NONSENSE, ...HOLLOW }))("answered with %s", (_, canned) => {
  test("nothing is taken for done, found or missing", async () => {
    const { adapter } = await connect(() => canned);
    const kinds = await Promise.all(
      Object.entries(ASK).map(async ([name, ask]) => `${name}: ${(await ask(adapter)).kind}`),
    );
    expect(kinds).toEqual(Object.keys(ASK).map((name) => `${name}: unknown`));
  });
});

test("a supplier that keeps silent is given up, with everything unknown", async () => {
  const { adapter } = await connect(() => "silence");
  const kinds = await Promise.all(Object.values(ASK).map(async (ask) => (await ask(adapter)).kind));
  expect(new Set(kinds)).toEqual(new Set(["unknown"]));
});
