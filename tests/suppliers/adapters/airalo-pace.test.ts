import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { airalo } from "#server/domain/catalogue/suppliers/airalo/adapter.ts";
import { FREELY } from "#server/domain/catalogue/suppliers/turns.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { buy, connect, ok, order, SECRET } from "./airalo-canned.ts";

// A minute is 3.6 seconds; a write is to be sent within three quarters of a second.
overrideEnv({ timeScale: 0.06 });

test("an order whose turn does not come is not sent, and said not to have been", async () => {
  const turns = { ...FREELY, next: async () => false };
  const { adapter, asked } = await connect(() => ok(order()), { turns });
  expect(await adapter.order(buy("SO-1"))).toMatchObject({ kind: "rejected", code: "not_sent" });
  expect(asked()).toEqual([]);
});

test("an order that waits too long for its token is not sent any more", async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url!);
    await sleep(1_050);
    response.end(JSON.stringify(ok({ token_type: "Bearer", expires_in: 86_400, access_token: "t" })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const adapter = airalo({ url, clientId: "me", clientSecret: SECRET, isAsync: false }, () => {});
  expect(await adapter.order(buy("SO-1"))).toMatchObject({ kind: "rejected", code: "not_sent" });
  expect(asked).toEqual(["/v2/token"]);
});
