import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { EsimRef } from "#server/domain/catalogue/suppliers/port.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { BUNDLE, PRICE, simulateEsimGo, valueIn } from "./esimgo-simulation.ts";
import { eventually } from "./simulation.ts";

overrideEnv({ timeScale: 0.05 });

type Callback = { body: string; signature: string; iccid: string; alertType: string; bundle?: Record<string, unknown> };

/** A receiver that keeps callbacks as they came. */
async function listening() {
  const received: Callback[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const signature = String(request.headers["x-signature-sha256"]);
    received.push({ body, signature, ...(JSON.parse(body) as Omit<Callback, "body" | "signature">) });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`, received };
}

async function living() {
  const { url, received } = await listening();
  const simulation = await simulateEsimGo({ notify: { esimgo: url } });
  const [esim] = (await simulation.bought()) as [EsimRef];
  const live = async (event: string, usedMb?: number) => {
    await simulation.control({ kind: "event", iccid: esim.iccid, event, usedMb });
    const { status, installationStatus, usedBytes, totalBytes } = valueIn(await simulation.esimAt(esim));
    return [status, installationStatus, usedBytes / 1e6, totalBytes / 1e6];
  };
  const noticed = (count: number) =>
    eventually(() => {
      if (received.length < count) throw new Error(`${received.length} of ${count} callbacks have arrived`);
      return received;
    });
  return { ...simulation, esim, live, received, noticed };
}

test("an eSIM lives from installation to its end, and word comes of what the supplier sends word of", async () => {
  const { live, noticed, received, esim } = await living();
  expect(await live("install")).toEqual(["installed", "installed", 0, 5_000]);
  expect(await live("activate")).toEqual(["activated", "installed", 0, 5_000]);
  expect(await live("usage", 40)).toEqual(["activated", "installed", 40, 5_000]);
  expect(await live("usage", 20)).toEqual(["activated", "installed", 60, 5_000]);
  expect(await live("usage")).toEqual(["activated", "installed", 560, 5_000]);
  expect(await live("usage", 2_000)).toEqual(["activated", "installed", 2_560, 5_000]);
  expect(await live("usage", 1_500)).toEqual(["activated", "installed", 4_060, 5_000]);
  expect(await live("exhaust")).toEqual(["exhausted", "installed", 5_000, 5_000]);
  expect(await live("expire")).toEqual(["expired", "installed", 5_000, 5_000]);
  expect(await live("delete")).toEqual(["expired", "deleted", 5_000, 5_000]);
  await noticed(6);
  await sleep(50);
  expect(received.map(({ alertType, bundle }) => [alertType, bundle?.remainingQuantity])).toEqual([
    ["FirstAttachment", undefined],
    ["FirstUse", 5e9],
    ["Utilisation", 4.94e9],
    ["Utilisation", 2.44e9],
    ["Utilisation", 0.94e9],
    ["Utilisation", 0],
  ]);
  expect(received[2]!.bundle).toMatchObject({ reference: `${esim.supplierReference}-0`, name: BUNDLE, unit: "BYTES" });
});

test("callbacks are signed, in turns in hexadecimal digits and base64, and the adapter believes them", async () => {
  const { live, noticed, adapter, esim } = await living();
  await live("exhaust");
  const received = await noticed(3);
  expect(received.map(({ signature }) => /^[0-9a-f]{64}$/.test(signature))).toEqual([true, false, true]);
  const notices = received.map(({ body, signature }) => adapter.parseWebhook({ body, header: () => signature }));
  expect(notices.map((notice) => [notice?.kind, notice?.iccid, notice?.supplierReference])).toEqual([
    ["FirstAttachment", esim.iccid, null],
    ["FirstUse", esim.iccid, esim.supplierReference],
    ["Utilisation", esim.iccid, esim.supplierReference],
  ]);
  expect(new Set(notices.map((notice) => notice?.dedupeKey)).size).toBe(3);
});

test("duplicate sends the same callback twice, known by its key; lost none; reordered after a later one", async () => {
  const { live, noticed, received, set, adapter } = await living();
  await set("usage", "duplicate", { times: 1 });
  await live("activate");
  await noticed(4);
  const keys = received.map(
    ({ body, signature }) => adapter.parseWebhook({ body, header: () => signature })!.dedupeKey,
  );
  expect(new Set(keys).size).toBe(2);
  await set("usage", "lost", { times: 1 });
  await live("usage", 100);
  await set("usage", "reordered", { times: 1 });
  await live("usage", 2_500);
  await live("usage", 1_500);
  await noticed(6);
  await sleep(50);
  expect(received.slice(4).map(({ bundle }) => bundle?.remainingQuantity)).toEqual([0.9e9, 2.4e9]);
});

test("the next bundle begins where one ends, and usage goes on in it", async () => {
  const { live, adapter, esim, esimAt } = await living();
  const option = { code: BUNDLE, costUsd: money(PRICE) };
  await adapter.topup({ reference: "U-1", esim, option, before: "[]" });
  expect(await live("usage", 5_500)).toEqual(["activated", "installed", 500, 5_000]);
  const { activatedAt, expiresAt, installedAt, supplierStatus } = valueIn(await esimAt(esim));
  expect(supplierStatus).toBe("active: depleted, active");
  expect(expiresAt!.getTime() - activatedAt!.getTime()).toBeGreaterThan(29 * 86_400_000);
  expect(installedAt!.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(await live("exhaust")).toEqual(["exhausted", "installed", 10_000, 10_000]);
  await adapter.topup({ reference: "U-2", esim, option, before: "[]" });
  expect(valueIn(await esimAt(esim)).status).toBe("activated");
});

test("an unused eSIM lapses; what cannot happen is refused with a sentence", async () => {
  const { control, esim, live, adapter, bought } = await living();
  const event = (iccid: string, name: string) => control({ kind: "event", iccid, event: name });
  await expect(event(esim.iccid, "delete")).rejects.toThrow("is not installed");
  expect(await live("expire")).toEqual(["expired", "not_installed", 0, 5_000]);
  await expect(event(esim.iccid, "usage")).rejects.toThrow(
    `The eSIM ${esim.iccid} is lapsed at the supplier: nothing more happens to it.`,
  );
  const [paused, returned] = (await bought(2)) as [EsimRef, EsimRef];
  await adapter.suspend(paused);
  await expect(event(paused.iccid, "activate")).rejects.toThrow("is suspended");
  await event(paused.iccid, "install");
  await expect(event(paused.iccid, "install")).rejects.toThrow("is already installed");
  await event(paused.iccid, "delete");
  await adapter.resume(paused);
  await expect(event(paused.iccid, "usage")).rejects.toThrow("was deleted from the phone");
  await adapter.cancel(returned);
  await expect(event(returned.iccid, "install")).rejects.toThrow("was given back to the supplier");
});

test("webhook modes set for usage follow life events, not calls", async () => {
  const { set, records, esimAt, esim, live } = await living();
  await set("usage", "lost", { times: 1 });
  await esimAt(esim);
  expect((await records()).modes).toHaveLength(1);
  await live("activate");
  expect((await records()).modes).toEqual([]);
});
