import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, expect, test } from "vitest";
import {
  deliverWebhooks,
  listEndpoints,
  purgeDeliveries,
  rotateSecret,
  switchSecret,
} from "#server/domain/messaging/webhooks/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { HOUR } from "#server/kernel/time.ts";
import { openReceiver, type Received } from "#tests/support/receiver.ts";
import { announce, deliveriesOf, newEndpoint } from "#tests/support/webhooks.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const receiver = await openReceiver();
afterAll(receiver.close);
beforeEach(() => {
  receiver.received.length = 0;
});

type Endpoint = Awaited<ReturnType<typeof newEndpoint>>;

async function nextEvent({ ctx, id }: Endpoint, now = new Date()): Promise<Received> {
  receiver.received.length = 0;
  const clock = { now: () => now };
  await announce({ ...ctx, clock });
  await deliverWebhooks(system({ clock }), [id]);
  expect(receiver.received).toHaveLength(1);
  return receiver.received[0]!;
}

/** Whether a stock verifier with this secret lets the message through. */
function standardAccepts(secret: string, { headers, body }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** What our documentation tells receivers to do. */
function ownAccepts(secret: string, { headers, body }: Received): boolean {
  const expected = createHmac("sha256", secret).update(`${headers["x-svc-timestamp"]}.${body}`).digest("hex");
  return headers["x-svc-signature"] === `sha256=${expected}`;
}

test("both conventions verify over exactly the bytes that were sent, and fail for another byte or secret", async () => {
  const endpoint = await newEndpoint(`${receiver.origin}/hook`);
  const event = await nextEvent(endpoint);
  expect(standardAccepts(endpoint.secret, event)).toBe(true);
  expect(ownAccepts(endpoint.secret, event)).toBe(true);
  expect(standardAccepts(endpoint.secret, { ...event, body: `${event.body} ` })).toBe(false);
  expect(ownAccepts(endpoint.secret, { ...event, body: `${event.body} ` })).toBe(false);
  const other = (await newEndpoint(`${receiver.origin}/hook`)).secret;
  expect(standardAccepts(other, event) || ownAccepts(other, event)).toBe(false);
});

test("a retry is signed anew, for its own time", async () => {
  const { ctx, id, secret } = await newEndpoint(`${receiver.origin}/hook`);
  overrideEnv({ timeScale: 0.001 });
  receiver.answers.push({ status: 500 });
  await announce(ctx);
  await deliverWebhooks(system(), [id]);
  const later = system({ clock: { now: () => new Date(Date.now() + 10_000) } });
  await deliverWebhooks(later, [id]);
  overrideEnv({ timeScale: 1 });
  const [first, second] = receiver.received as [Received, Received];
  expect(Number(second.headers["webhook-timestamp"])).toBeGreaterThanOrEqual(
    Number(first.headers["webhook-timestamp"]) + 9,
  );
  expect(standardAccepts(secret, second) && ownAccepts(secret, second)).toBe(true);
});

test("while a rotation overlaps stock verifiers accept either secret, X-SVC-Signature is the old one's; afterwards only the new one counts", async () => {
  const endpoint = await newEndpoint(`${receiver.origin}/hook`);
  const { secret, overlapUntil } = await rotateSecret(endpoint.ctx, String(endpoint.id));
  expect(secret).not.toBe(endpoint.secret);
  expect(overlapUntil.getTime() - Date.now()).toBeGreaterThan(23.9 * HOUR);
  const during = await nextEvent(endpoint);
  expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  expect([standardAccepts(secret, during), standardAccepts(endpoint.secret, during)]).toEqual([true, true]);
  expect([ownAccepts(secret, during), ownAccepts(endpoint.secret, during)]).toEqual([false, true]);

  // Stock verifiers compare with the real time: only the number of signatures is looked at.
  const after = await nextEvent(endpoint, new Date(overlapUntil.getTime() + 1));
  expect(String(after.headers["webhook-signature"]).split(" ")).toHaveLength(1);
  expect([ownAccepts(secret, after), ownAccepts(endpoint.secret, after)]).toEqual([true, false]);
});

test("switching ends the overlap at once, and the old secret is gone from the database", async () => {
  const endpoint = await newEndpoint(`${receiver.origin}/hook`);
  const { secret } = await rotateSecret(endpoint.ctx, String(endpoint.id));
  expect(await listEndpoints(endpoint.ctx)).toMatchObject([{ overlapUntil: expect.any(Date) }]);
  expect(await switchSecret(endpoint.ctx, String(endpoint.id))).toEqual({ id: endpoint.id, switched: true });
  expect(await switchSecret(endpoint.ctx, String(endpoint.id))).toEqual({ id: endpoint.id, switched: false });
  const event = await nextEvent(endpoint);
  expect([standardAccepts(secret, event), standardAccepts(endpoint.secret, event)]).toEqual([true, false]);
  expect([ownAccepts(secret, event), ownAccepts(endpoint.secret, event)]).toEqual([true, false]);
  const [row] = await database().query(
    sql`select previous_secret as old from webhook_endpoints where id = ${endpoint.id}`,
  );
  expect(row).toEqual({ old: null });
});

test("a second rotation within the overlap is refused; after it, it works, and the old secret is purged", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  const { overlapUntil } = await rotateSecret(ctx, String(id));
  await expect(rotateSecret(ctx, String(id))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching("Switch to the new secret"),
  });
  const later = { now: () => new Date(overlapUntil.getTime() + 1) };
  await purgeDeliveries(system({ clock: later }));
  expect(await listEndpoints(ctx)).toMatchObject([{ overlapUntil: null }]);
  await rotateSecret({ ...ctx, clock: later }, String(id));
});

test("a secret belongs to its account and environment", async () => {
  const { ctx, id } = await newEndpoint(`${receiver.origin}/hook`);
  const stranger = await enter((await newAccount()).code, "test");
  const live = await enter(ctx.account.code, "live");
  for (const other of [stranger, live]) {
    await expect(rotateSecret(other, String(id))).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(switchSecret(other, String(id))).rejects.toMatchObject({ code: "resource_not_found" });
  }
});

test("the record of an attempt has the headers and nothing of the secret", async () => {
  const { ctx, id, secret } = await newEndpoint(`${receiver.origin}/hook`);
  await nextEvent({ ctx, id, secret });
  const [delivery] = await deliveriesOf(ctx);
  const [row] = await database().query<{ text: string }>(
    sql`select headers::text as text from delivery_attempts where delivery_id = ${delivery!.id}`,
  );
  expect(row!.text).toContain("X-SVC-Signature");
  expect(row!.text).not.toContain(secret.slice("whsec_".length));
});
