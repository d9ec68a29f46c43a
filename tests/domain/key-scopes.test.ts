import { describe, expect, test } from "vitest";
import { changeRole } from "#server/domain/people/staff/index.ts";
import { changeKey, createKey, findKey, revokeKey, rotateKey } from "#server/domain/reseller/keys/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import type { Role } from "#server/kernel/roles.ts";
import { permissionsOfScope, SCOPES, type Scope } from "#server/kernel/scopes.ts";
import { HOUR } from "#server/kernel/time.ts";
import { late } from "#tests/support/late.ts";
import { newPerson } from "#tests/support/people.ts";
import { system } from "#tests/support/world.ts";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error as { code: string; message: string; details: Record<string, unknown> },
  );

const MAKERS: Role[] = ["owner", "admin", "developer"];

const newKey = (scopes: readonly Scope[], environment: Environment = "live") => ({ environment, name: "k", scopes });

test("no key has more than the role that its maker has when it is made", async () => {
  const owner = await newPerson("owner");
  const team = await owner.inAccount("live");
  const admin = await newPerson("admin", owner.code);
  const ctx = await admin.inAccount("live");
  const { keyPrefix: prefix } = await createKey(ctx, owner.code, newKey(["orders:create"]));
  const demoted = () => changeRole(team, { userId: admin.userId, role: "developer" });
  const slow = late(ctx, demoted);
  const spending = { code: "access_denied", details: { field: "scopes", scopes: ["orders:create"] } };
  expect(await refusal(createKey(slow, owner.code, newKey(["orders:create"])))).toMatchObject(spending);
  expect(await refusal(rotateKey(late(ctx, demoted), { prefix, overlapMs: HOUR }))).toMatchObject(spending);
  expect(await refusal(createKey(late(ctx, demoted), owner.code, newKey(["orders:read"])))).toBeNull();
  const made = await database().prisma.apiKey.findMany({
    where: { accountId: ctx.account.id, scopes: { has: "orders:create" } },
  });
  expect(made).toHaveLength(1);
});

test.each(MAKERS)("a live key of the role %s has no scope that the role has not, for every scope", async (role) => {
  const maker = await newPerson(role);
  const ctx = await maker.inAccount("live");
  for (const scope of SCOPES) {
    const refused = await refusal(createKey(ctx, maker.code, newKey([scope])));
    const held = permissionsOfScope(scope).every((permission) => isAllowed(role, permission));
    expect(refused?.code ?? "made", scope).toBe(held ? "made" : "access_denied");
  }
});

describe("a developer", () => {
  test("makes no key that spends, changes the brand or reads the ledger, alone or among others", async () => {
    const developer = await newPerson("developer");
    const ctx = await developer.inAccount("live");
    for (const scope of [
      "orders:create",
      "topups:create",
      "brand:manage",
      "esims:suspend",
      "account:balance",
    ] as const) {
      const refused = await refusal(createKey(ctx, developer.code, newKey(["catalog:read", scope])));
      expect(refused, scope).toMatchObject({ code: "access_denied", details: { field: "scopes", scopes: [scope] } });
      expect(refused!.message).toContain(scope);
    }
    expect(await refusal(createKey(ctx, developer.code, newKey(["catalog:read", "orders:read"])))).toBeNull();
  });

  test("gives programs in the test environment what costs nothing there, but not the brand", async () => {
    const developer = await newPerson("developer");
    const ctx = await developer.inAccount("test");
    const rest = SCOPES.filter((scope) => scope !== "brand:manage");
    expect(await refusal(createKey(ctx, developer.code, newKey(rest, "test")))).toBeNull();
    expect(await refusal(createKey(ctx, developer.code, newKey(["brand:manage"], "test")))).toMatchObject({
      code: "access_denied",
    });
  });

  test("does not get a live key through the context of the test environment", async () => {
    const developer = await newPerson("developer");
    const made = createKey(await developer.inAccount("test"), developer.code, newKey(["orders:create"], "live"));
    expect(await refusal(made)).toMatchObject({ code: "access_denied" });
  });

  test("neither changes nor rotates a wider key of somebody else, but revokes it; it worked until then", async () => {
    const owner = await newPerson("owner");
    const developer = await newPerson("developer", owner.code);
    const ctx = await developer.inAccount("live");
    const wide = await createKey(await owner.inAccount("live"), owner.code, newKey(["orders:create", "catalog:read"]));
    const change = { name: "mine", allowedIps: [] };
    expect(await refusal(changeKey(ctx, wide.keyPrefix, change))).toMatchObject({ code: "access_denied" });
    const rotated = await refusal(rotateKey(ctx, { prefix: wide.keyPrefix, overlapMs: HOUR }));
    expect(rotated).toMatchObject({ code: "access_denied" });
    const found = await findKey(database(), wide.key);
    expect(found).toMatchObject({ scopes: ["orders:create", "catalog:read"], revokedAt: null, expiresAt: null });
    await revokeKey(ctx, wide.keyPrefix);
    expect((await findKey(database(), wide.key))!.revokedAt).not.toBeNull();
  });

  test("rotates and changes what fits", async () => {
    const developer = await newPerson("developer");
    const ctx = await developer.inAccount("live");
    const { keyPrefix } = await createKey(ctx, developer.code, newKey(["webhooks:manage"]));
    await changeKey(ctx, keyPrefix, { name: "other", allowedIps: [] });
    expect(await rotateKey(ctx, { prefix: keyPrefix, overlapMs: HOUR })).toHaveProperty("key");
  });
});

test("the platform gives every scope, and the form says which ones a role cannot", async () => {
  const developer = await newPerson("developer");
  const wide = await createKey(system(), developer.code, newKey(SCOPES));
  const api = await developer.api("live");
  const { modules } = await api.keys.options();
  const beyond = modules.flatMap(({ scopes }) => scopes).filter(({ beyond }) => beyond !== null);
  expect(beyond.map(({ code }) => code)).toEqual([
    "account:balance",
    "brand:manage",
    "orders:create",
    "orders:cancel",
    "esims:suspend",
    "esims:resume",
    "topups:create",
  ]);
  expect(beyond[0]!.beyond).toBe("see and export the ledger");
  const [listed] = await api.keys.list();
  expect(listed).toMatchObject({ keyPrefix: wide.keyPrefix, beyond: beyond.map(({ code }) => code) });
  const owner = await newPerson("owner", developer.code);
  expect((await (await owner.api("live")).keys.list())[0]).toMatchObject({ beyond: [] });
});
