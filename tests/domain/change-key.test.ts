import { expect, test } from "vitest";
import { listAudit } from "#server/domain/record/audit-log/index.ts";
import { changeKey, createKey, findKey, listKeys, revokeKey, rotateKey } from "#server/domain/reseller/keys/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { newPerson } from "#tests/support/people.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const inDays = (days: number) => new Date(Date.now() + days * DAY);

async function newApiKey() {
  const ctx = await enter((await newAccount()).code);
  const made = await createKey(system(), ctx.account.code, {
    environment: "live",
    name: "Shop",
    scopes: ["catalog:read"],
    expiresAt: inDays(10),
  });
  const settings = async () => (await listKeys(ctx, ctx.account.code))[0]!;
  return { ctx, settings, ...made };
}

test("name, addresses and end of a key are changed for its next request; scopes and secret stay", async () => {
  const { ctx, key, keyPrefix, settings } = await newApiKey();
  const before = await settings();
  const expiresAt = inDays(90);
  await changeKey(ctx, keyPrefix, { name: " Shop, new ", allowedIps: ["203.0.113.0/24"], expiresAt });
  expect(await findKey(database(), key)).toMatchObject({ allowedIps: ["203.0.113.0/24"], expiresAt });
  expect(await settings()).toEqual({ ...before, name: "Shop, new", allowedIps: ["203.0.113.0/24"], expiresAt });
  await changeKey(ctx, keyPrefix, { name: "Shop", allowedIps: [] });
  expect(await settings()).toMatchObject({ name: "Shop", allowedIps: [], expiresAt });
  await changeKey(ctx, keyPrefix, { name: "Shop", allowedIps: [], expiresAt: null });
  expect(await settings()).toMatchObject({ expiresAt: null });
  const acts = (await listAudit(ctx, { limit: 10 })).items.filter(({ act }) => act === "key.change");
  expect(acts).toHaveLength(3);
  expect(acts.at(-1)).toMatchObject({ subject: keyPrefix, details: { name: { from: "Shop", to: "Shop, new" } } });
});

test("what is wrong is refused at its field, and nothing is changed", async () => {
  const { ctx, keyPrefix, settings } = await newApiKey();
  const before = await settings();
  for (const [change, field] of [
    [{ name: " ", allowedIps: [] }, "name"],
    [{ name: "n".repeat(81), allowedIps: [] }, "name"],
    [{ name: "Shop", allowedIps: ["10.0.0.0/40"] }, "allowed_ips"],
    [{ name: "Shop", allowedIps: [], expiresAt: inDays(-1) }, "expires_at"],
  ] as const)
    await expect(changeKey(ctx, keyPrefix, { ...change, allowedIps: [...change.allowedIps] })).rejects.toMatchObject({
      code: "validation_error",
      details: { field },
    });
  expect(await settings()).toEqual(before);
});

test("a key of another account or environment is not found, a dead one stays dead, and a role without the right is refused", async () => {
  const { ctx, keyPrefix, key } = await newApiKey();
  const change = { name: "Stolen", allowedIps: [] };
  const stranger = await enter((await newAccount()).code);
  const inTest = await enter(ctx.account.code, "test");
  for (const wrong of [stranger, inTest])
    await expect(changeKey(wrong, keyPrefix, change)).rejects.toMatchObject({ code: "resource_not_found" });
  const finance = await newPerson("finance", ctx.account.code);
  await expect(changeKey(await finance.inAccount(), keyPrefix, change)).rejects.toMatchObject({
    code: "access_denied",
  });
  await revokeKey(ctx, keyPrefix);
  await expect(changeKey(ctx, keyPrefix, { ...change, expiresAt: null })).rejects.toMatchObject({ code: "conflict" });
  expect((await findKey(database(), key))?.revokedAt).toBeInstanceOf(Date);
});

/** As for a process that stood still between what it read and what it wrote. */
function late(ctx: AccountCtx, meanwhile: () => Promise<unknown>): AccountCtx {
  const db = new Proxy(ctx.db, {
    get: (target, name) =>
      name === "transaction"
        ? async (work: Parameters<typeof target.transaction>[0]) => {
            await meanwhile();
            return await target.transaction(work);
          }
        : target[name as keyof typeof target],
  });
  return { ...ctx, db };
}

test("who changes a key's name leaves the end that it was given meanwhile: one that is replaced does not live for ever", async () => {
  const { ctx, keyPrefix, settings } = await newApiKey();
  const rotated = { prefix: keyPrefix, overlapMs: HOUR };
  const change = changeKey(
    late(ctx, () => rotateKey(ctx, rotated)),
    keyPrefix,
    { name: "Shop in Turin", allowedIps: [] },
  );
  await change;
  const old = (await listKeys(ctx, ctx.account.code)).find((key) => key.keyPrefix === keyPrefix)!;
  expect(old.name).toBe("Shop in Turin");
  expect(old.expiresAt!.getTime()).toBeLessThan(Date.now() + DAY);
  expect((await settings()).keyPrefix).not.toBe(keyPrefix);
});

test("nor does a rotation give a key longer than somebody left it meanwhile", async () => {
  const { ctx, keyPrefix } = await newApiKey();
  const sooner = () => changeKey(ctx, keyPrefix, { name: "Shop", allowedIps: [], expiresAt: inDays(1) });
  await rotateKey(late(ctx, sooner), { prefix: keyPrefix, overlapMs: 5 * DAY });
  const old = (await listKeys(ctx, ctx.account.code)).find((key) => key.keyPrefix === keyPrefix)!;
  expect(old.expiresAt!.getTime()).toBeLessThan(Date.now() + 2 * DAY);
});
