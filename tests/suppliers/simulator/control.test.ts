import { expect, test } from "vitest";
import { readAddressFile, writeAddressFile } from "#server/simulator/address-file.ts";
import { controlSimulator } from "#server/simulator/control.ts";
import { SIMULATED_SUPPLIERS } from "#server/simulator/credentials.ts";
import { eventually, PACKAGE, receiver, simulate, temporaryFolder } from "./simulation.ts";

test("commands given while nothing runs hold from the next start on", async () => {
  const dataDir = temporaryFolder();
  expect(await controlSimulator(dataDir, { kind: "show" })).toEqual({
    suppliers: SIMULATED_SUPPLIERS.map((supplier) => ({
      supplier,
      balanceUsd: 10_000_000,
      modes: [],
      orders: [],
      esims: [],
      topups: [],
    })),
  });
  expect(
    await controlSimulator(dataDir, {
      kind: "set",
      supplier: "esimaccess",
      operation: "order",
      mode: "reject",
      times: 1,
    }),
  ).toEqual({
    supplier: "esimaccess",
    operation: "order",
    mode: "reject",
    timesLeft: 1,
    latencyMs: null,
    quantity: null,
  });
  expect(
    await controlSimulator(dataDir, { kind: "price", supplier: "esimaccess", supplierPackageId: PACKAGE, usd: 4.5 }),
  ).toEqual({
    supplier: "esimaccess",
    supplierPackageId: PACKAGE,
    fromUsd: 2.8,
    toUsd: 4.5,
  });
  const { order, records } = await simulate({ dataDir });
  expect((await order("t")).errorCode).toBe("200011");
  expect((await order("t")).success).toBe(true);
  expect((await records()).orders[0]!.paidUsd).toBe(4.5);
});

test("a life event without a running simulator changes the record and sends the webhooks before it returns", async () => {
  const inbox = await receiver();
  const { bought, stop, control } = await simulate({ notify: { esimaccess: inbox.url } });
  const [esim] = await bought("t");
  await eventually(() => expect(inbox.received).toHaveLength(1));
  await stop();
  expect(await control({ kind: "event", iccid: esim!.iccid, event: "install" })).toMatchObject({
    supplier: "esimaccess",
    status: "GOT_RESOURCE / ENABLED",
  });
  expect(inbox.received.slice(1).map(({ content }) => content.smdpStatus)).toEqual([
    "DOWNLOAD",
    "INSTALLATION",
    "ENABLED",
  ]);
  await expect(control({ kind: "event", iccid: esim!.iccid, event: "install" })).rejects.toThrow(
    `The eSIM ${esim!.iccid} is already installed.`,
  );
});

test("what makes no sense is refused with one sentence, running or not", async () => {
  const running = await simulate();
  for (const dataDir of [running.dataDir, temporaryFolder()]) {
    const set = { kind: "set", supplier: "esimaccess", operation: "order", mode: "ok" } as const;
    const refusal = (command: Parameters<typeof controlSimulator>[1]) =>
      controlSimulator(dataDir, command).then(
        () => "",
        ({ message }: Error) => message,
      );
    expect(await refusal({ ...set, supplier: "nobody" })).toBe(
      `There is no supplier "nobody" to simulate. Known are: ${SIMULATED_SUPPLIERS.join(", ")}.`,
    );
    expect(await refusal({ ...set, operation: "dance" })).toContain('There is no operation "dance"');
    expect(await refusal({ ...set, mode: "odd" })).toContain('There is no mode "odd"');
    expect(await refusal({ ...set, times: 0 })).toBe('--times must be a whole number from 1 to 1000000, not "0".');
    expect(await refusal({ ...set, latencyMs: Number.NaN })).toContain("--latency-ms must be a whole number");
    expect(await refusal({ kind: "price", supplier: "esimaccess", supplierPackageId: "XX", usd: 1 })).toBe(
      'The supplier esimaccess has no package "XX".',
    );
    expect(await refusal({ kind: "price", supplier: "esimaccess", supplierPackageId: PACKAGE, usd: -1 })).toContain(
      "A price must be",
    );
  }
});

test("the control server listens only to who knows the token", async () => {
  const { addresses, dataDir } = await simulate();
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${addresses.control}/control`, { method: "POST", headers, body: JSON.stringify({ kind: "reset" }) }))
      .status;
  expect(await ask({})).toBe(401);
  expect(await ask({ authorization: "Bearer wrong" })).toBe(401);
  expect(await ask({ authorization: `Bearer ${readAddressFile(dataDir)!.token}` })).toBe(200);
});

test("a port that another program has taken over is not mistaken for the simulator", async () => {
  const first = await simulate();
  const file = readAddressFile(first.dataDir)!;
  await first.bought("t");
  await first.stop();
  const other = await simulate({ dataDir: temporaryFolder() });
  writeAddressFile(first.dataDir, { ...file, addresses: other.addresses });
  expect((await controlSimulator(first.dataDir, { kind: "show" })).suppliers[0]!.orders).toHaveLength(1);
  const again = await simulate({ dataDir: first.dataDir });
  expect(again.addresses.control).not.toBe(other.addresses.control);
});
