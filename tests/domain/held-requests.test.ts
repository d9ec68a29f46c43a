import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { afterAll, describe, expect, test, vi } from "vitest";
import { operations } from "#server/api/v1/index.ts";
import { sessionCookie, sessionSecret } from "#server/auth/cookie.ts";
import {
  closeEndpoint,
  createEndpoint,
  enableEndpoint,
  updateEndpoint,
} from "#server/domain/messaging/webhooks/index.ts";
import { removeMember, revokeSessions } from "#server/domain/people/staff/index.ts";
import { changeKey, createKey, revokeKey } from "#server/domain/reseller/keys/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { createDispatcher } from "#server/http/dispatch.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { SECOND } from "#server/kernel/time.ts";
import { serveTrpc } from "#server/trpc/serve.ts";
import { direct } from "#tests/support/api.ts";
import { openDnsServer } from "#tests/support/dns-server.ts";
import { newPerson } from "#tests/support/people.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

type Person = Awaited<ReturnType<typeof newPerson>>;

/** A call whose headers have come, and whose body comes after something else has happened. */
async function heldCall(person: Person, procedure: string, input: object, meanwhile: () => Promise<unknown>) {
  const { host, origin } = new URL(env().publicUrl);
  const cookie = `${sessionCookie()}=${await encode({ token: { sid: person.sessionId }, secret: sessionSecret() })}`;
  const body = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(new TextEncoder().encode(JSON.stringify({ json: input })));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { cookie, host, origin, "content-type": "application/json", "x-svc-portal": "1" };
  const init = { method: "POST", headers, body, duplex: "half" } as const;
  const request = new NextRequest(`${env().publicUrl}/api/trpc/test/${procedure}`, init);
  return await serveTrpc(request, { params: Promise.resolve({ scope: "test" }) });
}

const keysOf = async ({ code }: Person) =>
  await database().query(
    sql`select k.id from api_keys k join accounts a on a.id = k.account_id where a.code = ${code}`,
  );

const KEY = { name: "kept", scopes: ["catalog:read"], allowedIps: [], requireHmac: false, expiresInDays: null };

test("a call is held against what its sender may do when all of it has come", async () => {
  const owner = await newPerson("owner");
  const [made, removed, ended] = [
    await newPerson("admin", owner.code),
    await newPerson("admin", owner.code),
    await newPerson("admin", owner.code),
  ];
  expect((await heldCall(made, "keys.create", KEY, async () => {})).status).toBe(200);
  expect(await keysOf(owner)).toHaveLength(1);
  const ownerCtx = await owner.inAccount("test");
  const late = await heldCall(removed, "keys.create", KEY, () => removeMember(ownerCtx, removed.userId));
  expect(late.status).toBe(404);
  const over = await heldCall(ended, "keys.create", KEY, () => revokeSessions(ended.personCtx, "all"));
  expect(over.status).toBe(401);
  expect(await keysOf(owner)).toHaveLength(1);
});

const dispatch = createDispatcher(Object.values(operations));

/** A request of a key whose headers have come, and whose body takes ten seconds in which something else happens. */
async function heldRequest(key: string, meanwhile: () => Promise<unknown>) {
  const headers: Record<string, string[]> = { authorization: [`Bearer ${key}`], "content-type": ["application/json"] };
  let waited = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + waited);
  return await dispatch({
    method: "POST",
    target: "/api/v1/auth/test",
    header: (name) => headers[name] ?? [],
    headers: () => headers,
    ip: "192.0.2.77",
    async readBody() {
      await meanwhile();
      waited = 10 * SECOND;
      return Buffer.from("{}");
    },
  }).finally(() => vi.restoreAllMocks());
}

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;

test("a request is held against what its key may do when all of it has come", async () => {
  const { code } = await newAccount();
  const ctx = await enter(code, "test");
  const make = async () => {
    const made = await createKey(system(), code, { name: "a", environment: "test", scopes: ["health:test"] });
    return { ...made, change: (change: Parameters<typeof changeKey>[2]) => changeKey(ctx, made.keyPrefix, change) };
  };
  const [good, revoked, moved] = [await make(), await make(), await make()];
  expect(await statusOf(heldRequest(good.key, async () => {}))).toBe(200);
  expect(await statusOf(heldRequest(revoked.key, () => revokeKey(ctx, revoked.keyPrefix)))).toBe(401);
  const change = { name: "b", allowedIps: ["198.51.100.1"] };
  expect(await statusOf(heldRequest(moved.key, () => moved.change(change)))).toBe(403);
});

test("how long a body is under way, and that it stops halfway, is no failure and no slowness of ours", async () => {
  const { code } = await newAccount();
  const ctx = await enter(code, "test");
  const { key } = await createKey(system(), code, { name: "a", environment: "test", scopes: ["health:test"] });
  expect(await statusOf(heldRequest(key, async () => {}))).toBe(200);
  // As Node says it: with the code that a lost connection to the database has.
  const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET" });
  const { status, body } = await heldRequest(key, () => Promise.reject(aborted));
  expect([status, JSON.parse(body).error.code]).toEqual([400, "bad_request"]);
  await flushRequestLog(database());
  const logged = await database().query<{ status: number; durationMs: number }>(
    sql`select status, duration_ms from api_requests where account_id = ${ctx.account.id} order by status`,
  );
  expect(logged.map((request) => request.status)).toEqual([200, 400]);
  for (const { durationMs } of logged) expect(Number(durationMs)).toBeLessThan(10 * SECOND);
});

/** What happens before the name server says where a name leads. */
let meanwhile: () => Promise<unknown> = async () => {};
const dns = await openDnsServer(async () => {
  await meanwhile();
  return ["93.184.215.14"];
});
afterAll(() => dns.close());

describe("what stays when it is done is held against what is in force when its name server has answered", () => {
  const url = "https://hooks.example/late";
  const endpoints = (code: string) =>
    database().query(sql`
      select w.url from webhook_endpoints w join accounts a on a.id = w.account_id where a.code = ${code} and w.status = 'active'`);

  test("of a member who was removed meanwhile", async () => {
    const owner = await newPerson("owner");
    const member = await newPerson("developer", owner.code);
    const [ctx, ownerCtx] = [await member.inAccount(), await owner.inAccount()];
    meanwhile = async () => {};
    const { id } = await createEndpoint(ctx, { url: "https://hooks.example/early", events: ["*"] });
    const { id: off } = await createEndpoint(ctx, { url, events: ["*"] });
    await closeEndpoint(ctx, String(off));
    meanwhile = () => removeMember(ownerCtx, member.userId).catch(() => {});
    for (const late of [
      () => createEndpoint(ctx, { url, events: ["*"] }),
      () => updateEndpoint(ctx, String(id), { url }),
      () => enableEndpoint(ctx, String(off)),
    ])
      await expect(late()).rejects.toMatchObject({ code: "access_denied" });
    expect(await endpoints(owner.code)).toEqual([{ url: "https://hooks.example/early" }]);
  });

  test("of a key that was revoked meanwhile", async () => {
    const { code } = await newAccount();
    const ctx = await enter(code);
    const { key, keyPrefix } = await createKey(system(), code, {
      ...{ name: "a", environment: "live", scopes: ["webhooks:manage"] },
    });
    meanwhile = () => revokeKey(ctx, keyPrefix);
    const { status } = await direct.send({ method: "POST", path: "/webhooks", key, body: { url } });
    expect(status).toBe(401);
    expect(await endpoints(code)).toEqual([]);
  });
});
