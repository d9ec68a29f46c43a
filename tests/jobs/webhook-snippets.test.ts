import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createEndpoint, listDeliveries, sendTestEvent } from "#server/domain/messaging/webhooks/index.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { notPlayed } from "#tests/programs/not-played.ts";
import { type SentDelivery, verifiers } from "#tests/programs/verifiers.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { enter, newAccount } from "#tests/support/world.ts";
import { POST as nextHook } from "../../docs/snippets/next-hook.mjs";
import { webhookServer } from "../../docs/snippets/receive-webhook.mjs";
import { verifyWebhook } from "../../docs/snippets/verify-webhook.mjs";

type Delivery = { headers: Record<string, string | string[] | undefined>; body: Buffer };

/** The receiver of the documentation, at an address that is known before its secret is. */
let receiver: RequestListener = () => {};
const server = createServer((request, response) => receiver(request, response));
await once(server.listen(0, "127.0.0.1"), "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
overrideEnv({ webhookAllowedOrigins: [origin], timeScale: 0.001 });
afterAll(() => void server.close());

/** What came, and what was made of it: the genuine one is the first. */
const deliveries: SentDelivery[] = [];
const { code } = await newAccount();
const ctx = await enter(code, "test");

test("the Node snippets take a really signed delivery, once, and refuse every other", async () => {
  const { id, secret } = await createEndpoint(ctx, { url: `${origin}/hook`, events: ["*"] });
  const handled: { id: string; type: string }[] = [];
  const taken: Delivery[] = [];
  const shop = webhookServer(secret, (event: { id: string; type: string }) => handled.push(event));
  receiver = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => taken.push({ headers: request.headers, body: Buffer.concat(chunks) }));
    shop.emit("request", request, response);
  };
  const { eventId } = await sendTestEvent(ctx, String(id));
  await runJobsUntil(async () => (await listDeliveries(ctx, String(id), { limit: 1 }))[0]?.status === "delivered");
  expect(handled).toMatchObject([{ id: eventId, type: "integration.test", data: {} }]);

  const [{ headers, body }] = taken as [Delivery];
  expect(verifyWebhook(secret, headers, body)).toMatchObject({ id: eventId });
  const changed: [string, Delivery["headers"], Buffer][] = [
    [`${secret}x`, headers, body],
    [secret, headers, Buffer.concat([body, Buffer.from(" ")])],
    [secret, { ...headers, "x-svc-timestamp": String(Math.floor(Date.now() / 1_000) - 301) }, body],
    [secret, { ...headers, "x-svc-timestamp": `${Number(headers["x-svc-timestamp"]) + 1}` }, body],
    [secret, { ...headers, "x-svc-signature": "sha256=" }, body],
    [secret, {}, body],
  ];
  for (const attempt of changed) expect(() => verifyWebhook(...attempt)).toThrow(/signature|timestamp/);
  deliveries.push(
    ...[[secret, headers, body] as const, ...changed].map(([given, sent, bytes]) => ({
      secret: given,
      headers: sent as Record<string, string>,
      body: bytes.toString(),
    })),
  );
  expect(deliveries).toHaveLength(7);

  const again = await fetch(`${origin}/hook`, {
    method: "POST",
    headers: headers as Record<string, string>,
    body: body.toString(),
  });
  expect(again.status).toBe(204);
  expect(handled).toHaveLength(1);
  const forged = await fetch(`${origin}/hook`, { method: "POST", body: body.toString() });
  expect(forged.status).toBe(401);

  process.env.SVC_HOOK_SECRET = secret;
  const asked = (bytes: Buffer) =>
    new Request(`${origin}/hook`, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: bytes.toString(),
    });
  expect((await nextHook(asked(body))).status).toBe(204);
  expect((await nextHook(asked(Buffer.concat([body, Buffer.from(" ")])))).status).toBe(401);
});

test.for(Object.keys(verifiers))(
  "the %s snippet believes the same delivery and no other",
  async (language, context) => {
    const folder = mkdtempSync(join(tmpdir(), "svc-verifier-"));
    try {
      const believed = await verifiers[language as keyof typeof verifiers](deliveries, folder);
      if ("missing" in believed) return await notPlayed(context, believed.missing);
      const { id } = JSON.parse(deliveries[0]!.body) as { id: string };
      expect(believed).toEqual([`believed ${id}`, ...deliveries.slice(1).map(() => "refused")]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
