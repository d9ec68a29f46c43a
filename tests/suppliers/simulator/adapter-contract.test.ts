import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { esimAccess } from "#server/domain/catalogue/suppliers/esimaccess/adapter.ts";
import { money } from "#server/kernel/money.ts";
import { BASE_PACKAGES } from "#server/simulator/esimaccess/catalogue.ts";
import { eventually, PACKAGE, receiver, simulate } from "./simulation.ts";

const nothingLinked = async () => new Set<string>();

async function connect(notify?: Record<string, string>) {
  const simulation = await simulate({ notify });
  const adapter = esimAccess({ url: simulation.addresses.esimaccess, accessCode: "test" }, () => {});
  const request = (reference: string, quantity = 1, usd = "2.8") => ({
    reference,
    supplierPackageId: PACKAGE,
    quantity,
    unitCostUsd: money(usd),
  });
  return { ...simulation, adapter, request };
}

test("the adapter reads the whole catalogue and refuses nothing", async () => {
  const { adapter } = await connect();
  const answer = await adapter.listPackages();
  if (answer.kind !== "done") throw new Error(answer.message);
  expect(answer.refused).toEqual([]);
  expect(answer.packages).toHaveLength(BASE_PACKAGES.length);
  for (const type of ["local", "regional", "global"])
    expect(answer.packages.some((item) => item.type === type)).toBe(true);
  expect(answer.packages.find(({ supplierPackageId }) => supplierPackageId === PACKAGE)).toMatchObject({
    type: "local",
    coverage: ["TR"],
    dataMb: 5120,
    topupSupported: true,
  });
});

test("the adapter orders, is told to wait, and then reads the profiles", async () => {
  const { adapter, request } = await connect();
  const outcome = await adapter.order(request("SO-1", 3));
  if (outcome.kind !== "done") throw new Error(outcome.message);
  const { supplierReference } = outcome.value;
  expect(await adapter.getOrderEsims(supplierReference, "SO-1")).toEqual({
    kind: "found",
    value: { esims: [], allocating: true },
  });
  const esims = await eventually(async () => {
    const found = await adapter.getOrderEsims(supplierReference, "SO-1");
    if (found.kind !== "found" || found.value.allocating) throw new Error("still allocating");
    return found.value.esims;
  });
  expect(esims).toHaveLength(3);
  expect(esims[0]).toMatchObject({
    status: "ready",
    installationStatus: "not_installed",
    totalBytes: 5 * 1024 ** 3,
    usedBytes: 0,
    smdpAddress: "rsp.esimaccess-sim.example",
  });
  expect(await adapter.getOrderEsims("B0", "SO-0")).toEqual({ kind: "not_found" });
  const balance = await adapter.balance();
  expect(balance.kind === "found" && balance.value.toNumber()).toBe(10_000_000 - 8.4);
});

test("the adapter finds an order of unknown outcome by its reference, and only that one", async () => {
  const { adapter, request, set } = await connect();
  const since = new Date();
  await set("order", "error_after", { times: 1 });
  expect((await adapter.order(request("SO-2"))).kind).toBe("unknown");
  const found = await eventually(async () => {
    const answer = await adapter.findOrder(request("SO-2"), since, nothingLinked);
    if (answer.kind !== "found") throw new Error(answer.kind);
    return answer.value;
  });
  expect(await adapter.order(request("SO-2"))).toEqual({ kind: "done", value: found });
  expect(await adapter.findOrder(request("SO-3"), since, nothingLinked)).toEqual({ kind: "not_found" });
});

test("each mode looks to the adapter like what it is", async () => {
  const { adapter, request, set } = await connect();
  const kinds: Record<string, string> = {};
  for (const mode of ["reject", "error_before", "error_after", "garbage", "rate_limited", "not_found_then_found"]) {
    await set("order", mode, { times: 1 });
    const outcome = await adapter.order(request(`SO-${mode}`));
    kinds[mode] = outcome.kind === "rejected" ? outcome.code : outcome.kind;
    await sleep(10);
  }
  expect(kinds).toEqual({
    reject: "out_of_stock",
    error_before: "unknown",
    error_after: "unknown",
    garbage: "unknown",
    rate_limited: "busy",
    not_found_then_found: "unknown",
  });
  expect(await adapter.order(request("SO-9", 1, "2.7"))).toMatchObject({ kind: "rejected", code: "price_changed" });
});

test("the adapter reads the supplier's webhooks", async () => {
  const inbox = await receiver();
  const { adapter, request, control, records } = await connect({ esimaccess: inbox.url });
  const read = (notice: unknown) => adapter.parseWebhook({ body: JSON.stringify(notice), header: () => null });
  const outcome = await adapter.order(request("SO-4"));
  await eventually(() => expect(inbox.received).toHaveLength(1));
  const [ready] = inbox.received;
  const order = { reference: "SO-4", supplierReference: outcome.kind === "done" && outcome.value.supplierReference };
  expect(read(ready)).toEqual({
    kind: "ORDER_STATUS",
    dedupeKey: ready!.notifyId,
    ...order,
    supplierEsimId: null,
    iccid: null,
  });
  const [esim] = (await records()).esims;
  await control({ kind: "event", iccid: esim!.iccid, event: "exhaust" });
  await eventually(() => expect(inbox.received).toHaveLength(7));
  const { supplierEsimId, iccid } = esim!;
  expect(inbox.received.slice(1).map(read)).toMatchObject(
    ["SMDP_EVENT", "SMDP_EVENT", "SMDP_EVENT", "ESIM_STATUS", "DATA_USAGE", "ESIM_STATUS"].map((kind) => ({
      kind,
      ...order,
      supplierEsimId,
      iccid,
    })),
  );
});
