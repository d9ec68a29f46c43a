import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventShapes } from "#server/api/v1/events.ts";
import { operations } from "#server/api/v1/index.ts";
import { readDrills, startDrill, stopDrill } from "#server/domain/messaging/drills/index.ts";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { BASE_PATH, createDispatcher } from "#server/http/dispatch.ts";
import { fromNode, toNode } from "#server/http/message.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { encrypt } from "#server/kernel/crypto.ts";
import { database } from "#server/kernel/db.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { SECOND } from "#server/kernel/time.ts";
import { openShop, RIGHT, WRONG } from "#tests/support/integrations.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { enter, newAccount, newKey, newPackage } from "#tests/support/world.ts";

const dispatch = createDispatcher(Object.values(operations));
const server = createServer(async (message, response) =>
  toNode(message, response, await dispatch(fromNode(message, { ip: "127.0.0.1" }))),
);
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE_PATH}`;
beforeAll(async () => {
  setEventShapes(eventShapes);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const OLD_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** A reseller with a key and an endpoint whose secret was rotated some time ago. */
async function newShop(manners: Parameters<typeof openShop>[1]) {
  const { code } = await newAccount();
  const ctx = await enter(code, "test");
  const key = await newKey(code);
  const { packageId } = await newPackage();
  const receiver = await openReceiver();
  const { id: endpointId, secret } = await createEndpoint(ctx, { url: `${receiver.origin}/hook`, events: ["*"] });
  await database().prisma.webhookEndpoint.update({
    where: { id: endpointId },
    data: { previousSecret: encrypt(OLD_SECRET), overlapUntil: new Date(Date.now() - SECOND) },
  });
  const shop = openShop({ baseUrl: baseUrl(), key, secret, oldSecret: OLD_SECRET, packageId }, manners);
  receiver.always = (_request, response, received) =>
    void shop.receive(received).then((status) => response.writeHead(status).end());
  const { id } = await startDrill(ctx, { prefix: key.slice(0, 17), endpointId });
  return { ctx, id, shop, receiver, key };
}

const latest = async (ctx: AccountCtx) => (await readDrills(ctx)).drills[0]!;
const isOver = (shops: { ctx: AccountCtx }[]) => async () =>
  (await Promise.all(shops.map(({ ctx }) => latest(ctx)))).every(({ endedAt }) => endedAt !== null);

describe("a drill", () => {
  test("passes the library's behaviour, and recognises each program that is wrong in one way", async () => {
    const right = await newShop(RIGHT);
    const wrong = await Promise.all(
      Object.entries(WRONG).map(async ([name, { shows, manners }]) => ({ name, shows, ...(await newShop(manners)) })),
    );
    const all = [right, ...wrong];
    const sold = Promise.all(all.map(({ shop }) => shop.sell(14))).then(async () => {
      for (const { ctx } of all) await stopDrill(ctx);
    });
    await Promise.all([sold, runJobsUntil(isOver(all))]);
    const { report } = await latest(right.ctx);
    expect(report!.findings.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
    expect(report!.grade).toBe("A");
    const found = await Promise.all(
      wrong.map(async ({ ctx, name, shows }) => {
        const { findings } = (await latest(ctx)).report!;
        const failed = findings.filter(({ verdict }) => verdict === "fail");
        expect(failed.every(({ evidence, mend }) => evidence.length > 0 && mend !== "")).toBe(true);
        return { name, isRecognised: failed.some(({ scenario }) => scenario === shows) };
      }),
    );
    expect(found.filter(({ isRecognised }) => !isRecognised)).toEqual([]);
    for (const { receiver } of all) receiver.close();
  });
});
