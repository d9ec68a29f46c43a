import { TRPCError } from "@trpc/server";
import { describe, expect, test } from "vitest";
import { inviteMember, listInvitations, revokeSessions } from "#server/domain/people/staff/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { newPerson } from "#tests/support/people.ts";
import { newKey, system } from "#tests/support/world.ts";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error) => (error instanceof TRPCError ? error.code : String(error)),
  );

describe("the portal's API", () => {
  test("knows nobody without a session, and nobody whose session was ended", async () => {
    const one = await newPerson();
    await revokeSessions(one.personCtx, "all");
    const api = await one.api();
    for (const ask of [api.overview.get, api.keys.list, api.team.members, api.person.get, api.balance.get])
      expect(await codeOf(ask())).toBe("UNAUTHORIZED");
  });

  test("shows an account's records to its own team only, in their own environment only", async () => {
    const owner = await newPerson();
    const stranger = await newPerson();
    const { keyPrefix: prefix } = await createKey(system(), owner.code, {
      environment: "live",
      name: "canary-key",
      scopes: ["catalog:read"],
    });
    await inviteMember(await owner.inAccount(), { email: `canary-${owner.email}`, role: "viewer" });
    const id = (await listInvitations(await owner.inAccount()))[0]!.id;

    for (const api of [await stranger.api("live"), await stranger.api("test"), await owner.api("test")]) {
      expect(JSON.stringify(await api.keys.list())).not.toContain("canary-key");
      expect(await codeOf(api.keys.revoke({ prefix }))).toBe("NOT_FOUND");
      expect(await codeOf(api.keys.rotate({ prefix, overlapHours: 1 }))).toBe("NOT_FOUND");
    }
    const foreign = await stranger.api("live");
    const shown = JSON.stringify([
      await foreign.team.members(),
      await foreign.team.invitations(),
      await foreign.team.audit({}),
      await foreign.balance.ledger({}),
      await foreign.overview.get(),
      await foreign.search.find(prefix),
    ]);
    for (const canary of [owner.email, owner.code, "canary"]) expect(shown).not.toContain(canary);
    for (const attempt of [
      () => foreign.team.revoke({ id }),
      () => foreign.team.resend({ id }),
      () => foreign.team.changeRole({ userId: owner.userId, role: "viewer" }),
      () => foreign.team.remove({ userId: owner.userId }),
      () => foreign.team.transfer({ userId: owner.userId }),
      () => foreign.person.switchAccount({ code: owner.code }),
    ])
      expect(await codeOf(attempt())).toBe("NOT_FOUND");
    expect((await (await owner.api("live")).keys.list()).map(({ keyPrefix }) => keyPrefix)).toContain(prefix);
  });

  test("refuses a page that was made for another account than the one worked in now", async () => {
    const one = await newPerson();
    const other = await newPerson();
    expect(await codeOf((await one.api("live", one.code)).keys.list())).toBe("done");
    expect(await codeOf((await one.api("live", other.code)).keys.list())).toBe("CONFLICT");
  });

  test("checks the role in the account of the request, not one of another account", async () => {
    const owner = await newPerson("owner");
    const viewer = await newPerson("viewer", owner.code);
    await newKey(owner.code, "live");
    const api = await viewer.api("live");
    expect(await codeOf(api.keys.list())).toBe("done");
    const key = {
      name: "no",
      scopes: ["catalog:read" as const],
      allowedIps: [],
      requireHmac: false,
      expiresInDays: null,
    };
    expect(await codeOf(api.keys.create(key))).toBe("FORBIDDEN");
    expect(await codeOf(api.team.invite({ email: "x@example.com", role: "admin" }))).toBe("FORBIDDEN");
  });
});
