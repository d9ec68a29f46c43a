import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually, receiver, simulate } from "./simulation.ts";

async function announced() {
  const inbox = await receiver();
  const simulation = await simulate({ notify: { esimaccess: inbox.url } });
  return { ...simulation, received: inbox.received };
}

test("the buyer is told once that an order is ready, with what it needs to ask for it", async () => {
  const { bought, received } = await announced();
  const [esim] = await bought("t", 2);
  const [notice] = await eventually(() => atLeast(received, 1));
  expect(notice).toMatchObject({
    notifyType: "ORDER_STATUS",
    content: { orderNo: esim!.orderNo, transactionId: "t", orderStatus: "GOT_RESOURCE" },
  });
  expect(notice!.eventGenerateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  await sleep(100);
  expect(received).toHaveLength(1);
});

test("duplicate sends the very same notice twice, lost none, reordered after a later one", async () => {
  const { set, bought, received } = await announced();
  await set("order", "duplicate", { times: 1 });
  await bought("twice");
  await eventually(() => atLeast(received, 2));
  expect(received[0]).toEqual(received[1]);
  await set("order", "lost", { times: 1 });
  await bought("never");
  await set("order", "reordered", { times: 1 });
  await bought("early");
  await bought("later");
  await eventually(() => atLeast(received, 4));
  expect(received.map(({ content }) => content.transactionId)).toEqual(["twice", "twice", "later", "early"]);
});

test("a receiver that fails is tried three times and holds nothing up", async () => {
  const inbox = await receiver(() => 500);
  const { bought } = await simulate({ notify: { esimaccess: inbox.url } });
  await bought("t");
  await bought("u");
  await eventually(() => atLeast(inbox.received, 6));
  await sleep(1_200);
  const ids = inbox.received.map(({ notifyId }) => notifyId);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(2);
});

test("an eSIM lives from installation to deletion, each step with the supplier's webhooks", async () => {
  const { bought, query, control, received } = await announced();
  const { iccid } = (await bought("t"))[0]!;
  const live = async (event: string, usedMb?: number) => {
    await control({ kind: "event", iccid, event, usedMb });
    const { esimStatus, smdpStatus, orderUsage, totalVolume } = (await query({ iccid }))[0]!;
    return [esimStatus, smdpStatus, orderUsage / totalVolume];
  };
  expect(await live("install")).toEqual(["GOT_RESOURCE", "ENABLED", 0]);
  expect(await live("activate")).toEqual(["IN_USE", "ENABLED", 0]);
  expect(await live("usage")).toEqual(["IN_USE", "ENABLED", 0.1]);
  expect(await live("exhaust")).toEqual(["USED_UP", "ENABLED", 1]);
  expect(await live("expire")).toEqual(["USED_EXPIRED", "ENABLED", 1]);
  expect(await live("delete")).toEqual(["USED_EXPIRED", "DELETED", 1]);
  await eventually(() => atLeast(received, 11));
  const lines = received.map(({ notifyType, content: { esimStatus, smdpStatus, remainThreshold } }) =>
    [notifyType, smdpStatus, esimStatus, remainThreshold].filter((part) => part !== undefined).join(" "),
  );
  expect(lines).toEqual([
    "ORDER_STATUS",
    "SMDP_EVENT DOWNLOAD GOT_RESOURCE",
    "SMDP_EVENT INSTALLATION GOT_RESOURCE",
    "SMDP_EVENT ENABLED GOT_RESOURCE",
    "ESIM_STATUS ENABLED IN_USE",
    "DATA_USAGE 1",
    "DATA_USAGE 0",
    "ESIM_STATUS ENABLED USED_UP",
    "VALIDITY_USAGE",
    "ESIM_STATUS ENABLED USED_EXPIRED",
    "SMDP_EVENT DELETED USED_EXPIRED",
  ]);
  expect(new Set(received.map(({ notifyId }) => notifyId)).size).toBe(11);
  const [esim] = await query({ iccid });
  expect(esim!.eid).toMatch(/^\d{32}$/);
  expect(BigInt(esim!.eid) % 97n).toBe(1n);
});

test("an unused eSIM expires as unused; what cannot happen is refused with a sentence", async () => {
  const { bought, query, control } = await announced();
  const [one, two] = await bought("t", 2);
  const event = (iccid: string, name: string) => control({ kind: "event", iccid, event: name });
  await event(one!.iccid, "expire");
  expect((await query({ iccid: one!.iccid }))[0]!.esimStatus).toBe("UNUSED_EXPIRED");
  await expect(event(one!.iccid, "usage")).rejects.toThrow(
    `The eSIM ${one!.iccid} is UNUSED_EXPIRED at the supplier: nothing more happens to it.`,
  );
  await expect(event(two!.iccid, "delete")).rejects.toThrow("is not installed");
  await expect(event("8900", "install")).rejects.toThrow(
    'No simulated supplier has sold an eSIM with the ICCID "8900".',
  );
  await expect(event(two!.iccid, "explode")).rejects.toThrow("Known are: install, activate");
});

test("usage goes along with what comes before it, and never beyond the volume", async () => {
  const { bought, query, control } = await announced();
  const [esim] = await bought("t");
  await control({ kind: "event", iccid: esim!.iccid, event: "usage", usedMb: 100_000 });
  const [used] = await query({ iccid: esim!.iccid });
  expect(used).toMatchObject({ esimStatus: "USED_UP", smdpStatus: "ENABLED", orderUsage: used!.totalVolume });
  expect(used!.activateTime).toMatch(/\+0000$/);
});

test("webhook modes set for usage follow life events only", async () => {
  const { set, bought, control, post, received, records } = await announced();
  const [esim] = await bought("t");
  await eventually(() => atLeast(received, 1));
  await set("usage", "lost", { times: 1 });
  expect((await post("esim/usage/query", { esimTranNoList: [esim!.esimTranNo] })).success).toBe(true);
  await control({ kind: "event", iccid: esim!.iccid, event: "install" });
  expect((await records()).modes).toEqual([]);
  await control({ kind: "event", iccid: esim!.iccid, event: "activate" });
  await eventually(() => atLeast(received, 2));
  expect(received.map(({ notifyType }) => notifyType)).toEqual(["ORDER_STATUS", "ESIM_STATUS"]);
});

test("a webhook address is kept when it answers the test notice, and not when it does not", async () => {
  const good = await receiver();
  const bad = await receiver(() => 500);
  const { post, bought } = await simulate();
  expect((await post("webhook/save", { webhook: good.url })).success).toBe(true);
  expect((await post("webhook/save", { webhook: bad.url })).success).toBe(false);
  expect((await post("webhook/query", {})).obj).toEqual({ webhook: good.url });
  await bought("t");
  await eventually(() => atLeast(good.received, 2));
  expect(good.received.map(({ notifyType }) => notifyType)).toEqual(["CHECK_HEALTH", "ORDER_STATUS"]);
});

function atLeast<T>(list: T[], count: number): T[] {
  if (list.length < count) throw new Error(`${list.length} of ${count} notices have arrived`);
  return list;
}
