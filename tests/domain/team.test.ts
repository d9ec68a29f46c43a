import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listSupplierStates } from "#server/domain/catalogue/suppliers/index.ts";
import { beginExport } from "#server/domain/control/closing/index.ts";
import {
  closeEndpoint,
  createEndpoint,
  enableEndpoint,
  getDelivery,
  listDeliveries,
  listEndpoints,
  listOrderEvents,
  measureWebhooks,
  replayDelivery,
  replayMatching,
  replayMissing,
  rotateSecret,
  searchDeliveries,
  sendSampleEvent,
  sendTestEvent,
  switchSecret,
  updateEndpoint,
} from "#server/domain/messaging/webhooks/index.ts";
import {
  checkCardFunding,
  clearBalanceAlert,
  findBalanceAlert,
  listFundingRequests,
  openCardFunding,
  requestFunding,
  setBalanceAlert,
  withdrawFunding,
} from "#server/domain/money/funding/index.ts";
import { exportChain, listEntries, listOrderEntries, readChainHead } from "#server/domain/money/ledger/index.ts";
import { askToGoLive } from "#server/domain/people/onboarding/index.ts";
import {
  acceptInvitation,
  changeRole,
  findInvitation,
  inviteForPlatform,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  requestPasswordReset,
  resendInvitation,
  resetPassword,
  revokeInvitation,
  signIn,
  transferOwnership,
} from "#server/domain/people/staff/index.ts";
import { listAudit } from "#server/domain/record/audit-log/index.ts";
import {
  countUnreadNotifications,
  isSecurity,
  listNotifications,
  readNotifications,
} from "#server/domain/record/notifications/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { changeBrand, getDomainSetup, verifyDomain } from "#server/domain/reseller/brand/index.ts";
import { changeKey, createKey, listKeys, revokeKey, rotateKey } from "#server/domain/reseller/keys/index.ts";
import {
  getAction,
  listActionRecords,
  previewCancel,
  requestCancel,
  requestResume,
  requestSuspend,
} from "#server/domain/selling/actions/index.ts";
import { refreshEsim } from "#server/domain/selling/esim-reports/index.ts";
import { getEsim, listEsims, searchEsims } from "#server/domain/selling/esims/index.ts";
import {
  countOrdersByDay,
  findPlacedOrder,
  getOrder,
  getOrderRecord,
  listOrders,
  placeOrder,
  searchOrders,
} from "#server/domain/selling/orders/index.ts";
import { quotePackage } from "#server/domain/selling/quotes/index.ts";
import { requestTopup } from "#server/domain/selling/topups/index.ts";
import { changeDiscount } from "#server/domain/shop/discounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { isAllowed, type Permission } from "#server/kernel/permissions.ts";
import { ROLE_NAMES } from "#server/kernel/roles.ts";
import { HOUR } from "#server/kernel/time.ts";
import { late } from "#tests/support/late.ts";
import { DEVICE, newPerson, PASSWORD } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { claim, system } from "#tests/support/world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "svc-mail-"));
overrideEnv({ dataDir });

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error as { code: string },
  );

/** Waits for the next mail to an address, and returns the token of the link in it. */
async function mailTo(email: string, nth = 1): Promise<string> {
  const texts = () => {
    try {
      return readdirSync(join(dataDir, "mail"))
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
        .map((file) => readFileSync(join(dataDir, "mail", file), "utf8"))
        .filter((text) => text.includes(`To: ${email}\n`));
    } catch {
      return [];
    }
  };
  await runJobsUntil(async () => texts().length >= nth);
  return /\/(?:invitation|recovery)\/(\w+)/.exec(texts()[nth - 1]!)![1]!;
}

describe("roles", () => {
  /** One verb for each permission that the domain asks for so far. */
  const VERBS: [Permission, (ctx: AccountCtx) => Promise<unknown>][] = [
    ["keys:read", (ctx) => listKeys(ctx, ctx.account.code)],
    [
      "keys:manage",
      (ctx) => createKey(ctx, ctx.account.code, { environment: "live", name: "k", scopes: ["catalog:read"] }),
    ],
    ["keys:manage", (ctx) => revokeKey(ctx, "svc_live_00000000")],
    ["keys:manage", (ctx) => rotateKey(ctx, { prefix: "svc_live_00000000", overlapMs: HOUR })],
    ["ledger:read", (ctx) => listEntries(ctx, { limit: 1 })],
    ["team:read", listMembers],
    ["team:read", listInvitations],
    ["team:manage", (ctx) => inviteMember(ctx, { email: "somebody@example.org", role: "viewer" })],
    ["team:manage", (ctx) => resendInvitation(ctx, 1)],
    ["team:manage", (ctx) => revokeInvitation(ctx, 1)],
    ["team:manage", (ctx) => changeRole(ctx, { userId: 0, role: "viewer" })],
    ["team:manage", (ctx) => removeMember(ctx, 0)],
    ["data:export", beginExport],
    ["live:request", (ctx) => askToGoLive(ctx, "A shop for travellers.")],
    ["audit:read", (ctx) => listAudit(ctx, { limit: 1 })],
    ["webhooks:read", listEndpoints],
    ["webhooks:read", (ctx) => listDeliveries(ctx, "1", { limit: 1 })],
    ["webhooks:read", (ctx) => searchDeliveries(ctx, { limit: 1 })],
    ["webhooks:read", (ctx) => getDelivery(ctx, 0)],
    ["webhooks:manage", (ctx) => createEndpoint(ctx, { url: "", events: [] })],
    ["webhooks:manage", (ctx) => updateEndpoint(ctx, "0", {})],
    ["webhooks:manage", (ctx) => enableEndpoint(ctx, "0")],
    ["webhooks:manage", (ctx) => closeEndpoint(ctx, "0")],
    ["webhooks:manage", (ctx) => rotateSecret(ctx, "0")],
    ["webhooks:manage", (ctx) => switchSecret(ctx, "0")],
    ["webhooks:manage", (ctx) => sendTestEvent(ctx, "0")],
    ["webhooks:manage", (ctx) => sendSampleEvent(ctx, "0", "order.created")],
    ["webhooks:manage", (ctx) => replayDelivery(ctx, 0)],
    ["webhooks:manage", (ctx) => replayMatching(ctx, {})],
    ["webhooks:manage", (ctx) => replayMissing(ctx, "0", new Date())],
    ["orders:read", (ctx) => listOrders(ctx, { limit: 1 })],
    ["orders:read", (ctx) => searchOrders(ctx, { limit: 1 })],
    ["orders:read", (ctx) => getOrder(ctx, "B2B-0")],
    ["orders:read", (ctx) => getOrderRecord(ctx, "B2B-0")],
    ["orders:read", (ctx) => findPlacedOrder(ctx, { operation: "none", key: "none" })],
    ["orders:read", (ctx) => previewCancel(ctx, "B2B-0")],
    ["orders:read", (ctx) => getAction(ctx, "0")],
    ["orders:read", (ctx) => listActionRecords(ctx, { orderId: 0 })],
    ["orders:read", (ctx) => getEsim(ctx, "8")],
    ["orders:read", (ctx) => listEsims(ctx, { limit: 1, offset: 0 })],
    ["orders:read", (ctx) => searchEsims(ctx, { limit: 1 })],
    ["orders:read", (ctx) => refreshEsim(ctx, "8")],
    ["orders:place", (ctx) => placeOrder(ctx, { packageId: "none", quantity: 1 }, claim())],
    ["orders:place", (ctx) => requestTopup(ctx, { iccid: "8", packageCode: "none" }, claim())],
    ["esims:manage", (ctx) => requestCancel(ctx, "B2B-0")],
    ["esims:manage", (ctx) => requestSuspend(ctx, "8")],
    ["esims:manage", (ctx) => requestResume(ctx, "8")],
    ["catalog:read", (ctx) => quotePackage(ctx, { packageId: "none", quantity: 1 })],
    ["ledger:read", (ctx) => listOrderEntries(ctx, 0)],
    ["webhooks:read", (ctx) => listOrderEvents(ctx, "B2B-0")],
    ["keys:manage", (ctx) => changeKey(ctx, "svc_live_00000000", { name: "k", allowedIps: [] })],
    ["ledger:read", (ctx) => exportChain(ctx, 0)],
    ["ledger:read", readChainHead],
    ["balance:read", findBalanceAlert],
    ["balance:read", listFundingRequests],
    ["balance:read", (ctx) => checkCardFunding(ctx, "FND-00000000")],
    ["balance:manage", (ctx) => setBalanceAlert(ctx, { threshold: money(1), recipients: ["a@example.com"] })],
    ["balance:manage", clearBalanceAlert],
    ["balance:manage", (ctx) => requestFunding(ctx, money(1))],
    ["balance:manage", (ctx) => withdrawFunding(ctx, 0)],
    ["balance:manage", (ctx) => openCardFunding(ctx, money(1), "a@example.com")],
    ["brand:read", getDomainSetup],
    ["brand:manage", (ctx) => changeBrand(ctx, { name: "Team" })],
    ["brand:manage", verifyDomain],
    ["notices:read", (ctx) => listNotifications(ctx, { limit: 1 })],
    ["notices:read", countUnreadNotifications],
    ["notices:manage", (ctx) => readNotifications(ctx, [0])],
    ["orders:read", (ctx) => countOrdersByDay(ctx, 7)],
    ["orders:read", listSupplierStates],
    ["webhooks:read", measureWebhooks],
    ["sales:offer", (ctx) => changeDiscount(ctx, 0, {})],
    ["ownership:transfer", (ctx) => transferOwnership(ctx, 0)],
  ];

  test.each(ROLE_NAMES)("%s may do what the matrix says, and nothing else", async (role) => {
    const ctx = await (await newPerson(role)).inAccount();
    for (const [permission, verb] of VERBS) {
      const error = await refusal(verb(ctx));
      expect(error?.code === "access_denied", `${role} ${permission}`).toBe(!isAllowed(role, permission));
    }
  });
});

describe("invitations", () => {
  test("put somebody on the team once, with the role they were invited for", async () => {
    const owner = await newPerson("owner");
    const ctx = await owner.inAccount();
    const email = `new-${owner.email}`;
    await inviteMember(ctx, { email, role: "finance" });
    expect(await refusal(inviteMember(ctx, { email, role: "viewer" }))).toMatchObject({ code: "conflict" });
    const first = await mailTo(email);
    const [invitation] = await listInvitations(ctx);
    await resendInvitation(ctx, invitation!.id);
    const token = await mailTo(email, 2);
    expect(await findInvitation(system(), first)).toBeNull();
    expect(await findInvitation(system(), token)).toMatchObject({ email, role: "finance", hasSignIn: false });

    const accept = () => acceptInvitation(system(), { token, name: "New Person", password: PASSWORD });
    const both = await Promise.allSettled([accept(), accept()]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await listMembers(ctx)).find((member) => member.email === email)).toMatchObject({ role: "finance" });
    expect(await signIn(system(), { email, password: PASSWORD }, DEVICE)).toMatchObject({ outcome: "signed_in" });
    expect(await findInvitation(system(), token)).toBeNull();
  });

  test("and who comes of them are told to every owner, who cannot switch that off", async () => {
    const owner = await newPerson("owner");
    const admin = await (await newPerson("admin", owner.code)).inAccount();
    const email = `told-${owner.email}`;
    await inviteMember(admin, { email, role: "viewer" });
    await acceptInvitation(system(), { token: await mailTo(email), name: "New Person", password: PASSWORD });
    const notices = (await listNotifications(await owner.inAccount(), { limit: 5 })).items;
    expect(notices.map(({ kind, subject, text }) => [kind, subject, text])).toEqual([
      ["member.joined", email, expect.stringContaining("on the team as viewer")],
      ["member.invited", email, expect.stringContaining(`done by ${admin.actor.name}`)],
    ]);
    const told = await admin.db.query<{ kind: string; recipients: string[] }>(sql`
      select kind, recipients from notices where account_id = ${admin.account.id}`);
    for (const { kind, recipients } of told) {
      expect(recipients).toContain(owner.email);
      expect(isSecurity(kind as "member.joined")).toBe(true);
    }
  });

  test("of somebody who has a sign-in are accepted with its password, which stays", async () => {
    const owner = await newPerson("owner");
    const known = await newPerson("viewer");
    await inviteMember(await owner.inAccount(), { email: known.email, role: "admin" });
    const token = await mailTo(known.email);
    const accept = (password: string) => acceptInvitation(system(), { token, name: "", password });
    expect(await refusal(accept("somebody else's password"))).toMatchObject({ code: "validation_error" });
    await accept(PASSWORD);
    expect(await signIn(system(), { email: known.email, password: PASSWORD }, DEVICE)).toMatchObject({
      outcome: "signed_in",
    });
  });

  test("that were withdrawn open nothing, and those of another account cannot be touched", async () => {
    const owner = await newPerson("owner");
    const stranger = await (await newPerson("owner")).inAccount();
    const ctx = await owner.inAccount();
    const email = `gone-${owner.email}`;
    await inviteMember(ctx, { email, role: "viewer" });
    const token = await mailTo(email);
    const id = (await listInvitations(ctx))[0]!.id;
    expect(await refusal(revokeInvitation(stranger, id))).toMatchObject({ code: "resource_not_found" });
    expect(await refusal(resendInvitation(stranger, id))).toMatchObject({ code: "resource_not_found" });
    await revokeInvitation(ctx, id);
    expect(await findInvitation(system(), token)).toBeNull();
  });

  test("end with the right to invite: somebody who is removed has no second self on the way", async () => {
    const owner = await newPerson("owner");
    const ctx = await owner.inAccount();
    const [removed, demoted] = [await newPerson("admin", owner.code), await newPerson("admin", owner.code)];
    const links: string[] = [];
    for (const inviter of [removed, demoted, owner]) {
      const email = `by-${inviter.email}`;
      await inviteMember(await inviter.inAccount(), { email, role: "admin" });
      links.push(await mailTo(email));
    }
    await removeMember(ctx, removed.userId);
    await changeRole(ctx, { userId: demoted.userId, role: "viewer" });
    const open = await Promise.all(links.map((token) => findInvitation(system(), token)));
    expect(open.map((invitation) => invitation !== null)).toEqual([false, false, true]);
  });

  test("are not sent by somebody who is being removed", async () => {
    const owner = await newPerson("owner");
    const ctx = await owner.inAccount();
    const admin = await newPerson("admin", owner.code);
    const email = `slow-${admin.email}`;
    const slow = late(await admin.inAccount(), () => removeMember(ctx, admin.userId));
    expect(await refusal(inviteMember(slow, { email, role: "admin" }))).toMatchObject({ code: "access_denied" });
    expect(await listInvitations(ctx)).toEqual([]);
  });

  test("of one address by two at once are one", async () => {
    const owner = await newPerson("owner");
    const email = `twice-${owner.email}`;
    const ctx = await owner.inAccount();
    const slow = late(ctx, () => inviteMember(ctx, { email, role: "viewer" }));
    expect(await refusal(inviteMember(slow, { email, role: "admin" }))).toMatchObject({ code: "conflict" });
    expect(await listInvitations(ctx)).toMatchObject([{ email, role: "viewer" }]);
  });

  test("of two teams that somebody new accepts at once: one makes the sign-in, the other is accepted with its password", async () => {
    const owners = [await newPerson("owner"), await newPerson("owner")];
    const email = `both-${owners[0]!.email}`;
    const tokens: string[] = [];
    for (const [i, owner] of owners.entries()) {
      await inviteMember(await owner.inAccount(), { email, role: "viewer" });
      tokens.push(await mailTo(email, i + 1));
    }
    const accept = (token: string, from: Ctx) => acceptInvitation(from, { token, name: "", password: PASSWORD });
    const slow = late(system(), () => accept(tokens[1]!, system()));
    expect(await refusal(accept(tokens[0]!, slow))).toMatchObject({ code: "conflict" });
    await accept(tokens[0]!, system());
    const teams = await Promise.all(owners.map(async (owner) => await listMembers(await owner.inAccount())));
    expect(teams.map((team) => team.filter((member) => member.email === email).length)).toEqual([1, 1]);
  });

  test("that were accepted a moment before are not said to be withdrawn", async () => {
    const owner = await newPerson("owner");
    const ctx = await owner.inAccount();
    const email = `quick-${owner.email}`;
    await inviteMember(ctx, { email, role: "viewer" });
    const accepted = { token: await mailTo(email), name: "", password: PASSWORD };
    const slow = late(ctx, () => acceptInvitation(system(), accepted));
    const { id } = (await listInvitations(ctx))[0]!;
    expect(await refusal(revokeInvitation(slow, id))).toMatchObject({ code: "resource_not_found" });
  });

  test("lead nobody into an account that was closed, not even while it is", async () => {
    const owner = await newPerson("owner");
    const ctx = await owner.inAccount();
    const email = `closed-${owner.email}`;
    await inviteMember(ctx, { email, role: "viewer" });
    const token = await mailTo(email);
    const close = () => changeAccount(system(), owner.code, { status: "closed" });
    const accept = (from: Ctx) => acceptInvitation(from, { token, name: "", password: PASSWORD });
    expect(await refusal(accept(late(system(), close)))).toMatchObject({ code: "access_denied" });
    expect(await findInvitation(system(), token)).toBeNull();
    expect(await refusal(accept(system()))).toMatchObject({ code: "resource_not_found" });
    const membership = { accountCode: owner.code, email: `by-platform-${email}`, role: "owner" } as const;
    expect(await refusal(inviteForPlatform(system(), membership))).toMatchObject({ code: "access_denied" });
    await changeAccount(system(), owner.code, { status: "active" });
    await accept(system());
    expect((await listMembers(ctx)).map((member) => member.email)).toContain(email);
  });

  test("no link is in the database in a form that opens anything", async () => {
    const owner = await newPerson("owner");
    const email = `secret-${owner.email}`;
    await inviteMember(await owner.inAccount(), { email, role: "viewer" });
    const token = await mailTo(email);
    const [found] = await database().query<{ leaks: number }>(sql`
      select (select count(*)::int from mails where position(convert_to(${token}, 'UTF8') in coalesce(text, ''::bytea)) > 0)
           + (select count(*)::int from outbox_jobs where payload::text like ${`%${token}%`})
           + (select count(*)::int from audit_entries where details::text like ${`%${token}%`}) as leaks`);
    expect(found!.leaks).toBe(0);
  });
});

describe("ownership", () => {
  test("is handed over in one step, and nobody else hands it over", async () => {
    const owner = await newPerson("owner");
    const admin = await newPerson("admin", owner.code);
    expect(await refusal(transferOwnership(await admin.inAccount(), admin.userId))).toMatchObject({
      code: "access_denied",
    });
    await transferOwnership(await owner.inAccount(), admin.userId);
    const roles = Object.fromEntries(
      (await listMembers(await owner.inAccount())).map(({ email, role }) => [email, role]),
    );
    expect(roles).toEqual({ [admin.email]: "owner", [owner.email]: "admin" });
    expect(await refusal(transferOwnership(await owner.inAccount(), admin.userId))).toMatchObject({
      code: "access_denied",
    });
  });

  test("the database refuses an account without an owner, whoever writes", async () => {
    const { code, userId } = await newPerson("owner");
    const work = database().query(sql`
      delete from memberships where user_id = ${userId} and account_id = (select id from accounts where code = ${code})`);
    await expect(work).rejects.toThrow(/without an owner/);
  });

  test("owners are neither removed nor given another role, and nobody changes themselves", async () => {
    const owner = await newPerson("owner");
    const admin = await newPerson("admin", owner.code);
    const ctx = await admin.inAccount();
    expect(await refusal(removeMember(ctx, owner.userId))).toMatchObject({ code: "conflict" });
    expect(await refusal(changeRole(ctx, { userId: owner.userId, role: "viewer" }))).toMatchObject({
      code: "conflict",
    });
    expect(await refusal(changeRole(ctx, { userId: admin.userId, role: "viewer" }))).toMatchObject({
      code: "conflict",
    });
  });
});

describe("who changes a team", () => {
  const rolesOf = async (ctx: AccountCtx) =>
    Object.fromEntries((await listMembers(ctx)).map(({ email, role }) => [email, role]));

  test("has the right to it when it happens: of two who demote each other one is first", async () => {
    const owner = await newPerson("owner");
    const [one, other] = [await newPerson("admin", owner.code), await newPerson("admin", owner.code)];
    const demote = async (by: AccountCtx, who: typeof one) => changeRole(by, { userId: who.userId, role: "viewer" });
    const otherCtx = await other.inAccount();
    const slow = late(await one.inAccount(), () => demote(otherCtx, one));
    expect(await refusal(demote(slow, other))).toMatchObject({ code: "access_denied" });
    expect(await rolesOf(await owner.inAccount())).toMatchObject({ [one.email]: "viewer", [other.email]: "admin" });
  });

  test.each(["removed", "demoted"])("leaves it an owner: who became one a moment before is not %s", async (how) => {
    const owner = await newPerson("owner");
    const [admin, heir] = [await newPerson("admin", owner.code), await newPerson("support", owner.code)];
    const ownerCtx = await owner.inAccount();
    const slow = late(await admin.inAccount(), () => transferOwnership(ownerCtx, heir.userId));
    const work =
      how === "removed" ? removeMember(slow, heir.userId) : changeRole(slow, { userId: heir.userId, role: "viewer" });
    expect(await refusal(work)).toMatchObject({ code: "conflict" });
    expect(await rolesOf(await heir.inAccount())).toMatchObject({ [heir.email]: "owner", [owner.email]: "admin" });
  });

  test("hands it to nobody who was removed a moment before", async () => {
    const owner = await newPerson("owner");
    const [admin, heir] = [await newPerson("admin", owner.code), await newPerson("support", owner.code)];
    const adminCtx = await admin.inAccount();
    const slow = late(await owner.inAccount(), () => removeMember(adminCtx, heir.userId));
    expect(await refusal(transferOwnership(slow, heir.userId))).toMatchObject({ code: "resource_not_found" });
    expect(await rolesOf(adminCtx)).toMatchObject({ [owner.email]: "owner" });
  });
});

test("a forgotten password: the link works once, ends every session, and nobody learns who has a sign-in", async () => {
  const { email } = await newPerson();
  await requestPasswordReset(system(), `nobody-${email}`);
  await requestPasswordReset(system(), email.toUpperCase());
  const token = await mailTo(email);
  const password = "a completely new password";
  const reset = () => resetPassword(system(), { token, password });
  const both = await Promise.allSettled([reset(), reset()]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const [done] = both.filter((one) => one.status === "fulfilled");
  // The browser that it was done in is known: no token for it, and no mail about a stranger.
  const tokens = [done!.value.deviceToken];
  const signed = await signIn(system(), { email, password }, { ...DEVICE, tokens });
  expect(signed).toMatchObject({ outcome: "signed_in", deviceToken: null });
  expect(
    readdirSync(join(dataDir, "mail")).some((file) =>
      readFileSync(join(dataDir, "mail", file), "utf8").includes(`nobody-${email}`),
    ),
  ).toBe(false);
});

test("every act on the team and on keys leaves its audit entry, without the platform's own figures", async () => {
  const owner = await newPerson("owner");
  const ctx = await owner.inAccount();
  const { keyPrefix } = await createKey(ctx, owner.code, {
    environment: "live",
    name: "shop",
    scopes: ["catalog:read"],
  });
  await rotateKey(ctx, { prefix: keyPrefix, overlapMs: HOUR });
  await revokeKey(ctx, keyPrefix);
  await inviteMember(ctx, { email: `audit-${owner.email}`, role: "viewer" });
  const { items } = await listAudit(ctx, { limit: 100 });
  expect(items.map(({ act }) => act)).toEqual(
    expect.arrayContaining([
      "key.create",
      "key.rotate",
      "key.revoke",
      "invitation.send",
      "session.open",
      "account.create",
    ]),
  );
  for (const { actor, details } of items)
    if (actor === "platform") expect(details).toEqual({});
    else expect(actor).toBe(`staff:${owner.email}`);
});
