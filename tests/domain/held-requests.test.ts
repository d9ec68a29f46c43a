import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { expect, test, vi } from "vitest";
import { operations } from "#server/api/v1/index.ts";
import { sessionCookie, sessionSecret } from "#server/auth/cookie.ts";
import { removeMember, revokeSessions } from "#server/domain/people/staff/index.ts";
import { changeKey, createKey, revokeKey } from "#server/domain/reseller/keys/index.ts";
import { createDispatcher } from "#server/http/dispatch.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { SECOND } from "#server/kernel/time.ts";
import { serveTrpc } from "#server/trpc/serve.ts";
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
  const answer = await dispatch({
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
  });
  vi.restoreAllMocks();
  return answer.status;
}

test("a request is held against what its key may do when all of it has come", async () => {
  const { code } = await newAccount();
  const ctx = await enter(code, "test");
  const make = async () => {
    const made = await createKey(system(), code, { name: "a", environment: "test", scopes: ["health:test"] });
    return { ...made, change: (change: Parameters<typeof changeKey>[2]) => changeKey(ctx, made.keyPrefix, change) };
  };
  const [good, revoked, moved] = [await make(), await make(), await make()];
  expect(await heldRequest(good.key, async () => {})).toBe(200);
  expect(await heldRequest(revoked.key, () => revokeKey(ctx, revoked.keyPrefix))).toBe(401);
  expect(await heldRequest(moved.key, () => moved.change({ name: "b", allowedIps: ["198.51.100.1"] }))).toBe(403);
});
