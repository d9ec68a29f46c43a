import { describe, expect, test } from "vitest";
import {
  acceptInvitation,
  changeOperatorRole,
  findInvitation,
  findSession,
  inviteForPlatform,
  inviteMember,
  inviteOperator,
  listMembers,
  listOperatorInvitations,
  listOperators,
  revokeOperatorInvitation,
  signIn,
} from "#server/domain/people/staff/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { OperatorRole } from "#server/kernel/roles.ts";
import { heldBefore } from "#tests/support/held-before.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { DEVICE, newPerson, PASSWORD } from "#tests/support/people.ts";
import { until } from "#tests/support/until.ts";
import { newAccount, system } from "#tests/support/world.ts";

const newAddress = () => `${ulid().toLowerCase()}@platform.example`;

/** What was mailed to somebody, the newest last. */
async function mailsTo(email: string): Promise<string[]> {
  const rows = await database().query<{ text: Buffer }>(
    sql`select text from mails where recipient = ${email} order by id`,
  );
  return rows.map(({ text }) => decrypt(text));
}

async function linkTo(email: string): Promise<string> {
  return /\/invitation\/(\w+)/.exec((await mailsTo(email)).at(-1)!)![1]!;
}

const idOf = async (email: string) =>
  one(await database().query<{ id: number }>(sql`select id from users where email = ${email}`)).id;

describe("an owner whom the command line invites", () => {
  test("has a link by mail that works once, is for that team, and chooses a password of their own", async () => {
    const [{ code, companyName }, other] = [await newAccount(), await newAccount()];
    const email = newAddress();
    const invite = () => inviteForPlatform(system(), { accountCode: code, email, role: "owner" });
    await invite();
    const replaced = await linkTo(email);
    await invite();
    const token = await linkTo(email);
    expect(await findInvitation(system(), replaced)).toBeNull();
    expect(await findInvitation(system(), token)).toMatchObject({
      email,
      role: "owner",
      companyName,
      hasSignIn: false,
    });
    const accept = () => acceptInvitation(system(), { token, name: "Olga Owner", password: PASSWORD });
    const both = await Promise.allSettled([accept(), accept()]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await signIn(system(), { email, password: PASSWORD }, DEVICE)).toMatchObject({ outcome: "signed_in" });
    const owner = { email, role: "owner" };
    expect(await listMembers(await enterAccount(system(), code, "live"))).toMatchObject([owner]);
    expect(await listMembers(await enterAccount(system(), other.code, "live"))).toEqual([]);
    expect(await codeOf(invite())).toBe("conflict");
  });
});

describe("an operator is invited", () => {
  test.each(["support", "finance", "admin"] as const)(
    "as %s, with a link that works once and a password of their own",
    async (role) => {
      const admin = await newOperator();
      const email = newAddress();
      await inviteOperator(admin.ctx, { email, role });
      const token = await linkTo(email);
      expect(await findInvitation(system(), token)).toMatchObject({ email, role, companyName: null, hasSignIn: false });
      const accept = () => acceptInvitation(system(), { token, name: "New Operator", password: PASSWORD });
      const both = await Promise.allSettled([accept(), accept()]);
      expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await findInvitation(system(), token)).toBeNull();
      const made = (await listOperators(admin.ctx)).find((one) => one.email === email);
      expect(made).toMatchObject({ name: "New Operator", role, invitedBy: admin.email });
      expect(await signIn(system(), { email, password: PASSWORD }, DEVICE)).toMatchObject({ outcome: "signed_in" });
      const acts = (await listAllAudit(admin.ctx, { search: email, limit: 10 })).items.map(({ act }) => act);
      expect(acts).toEqual(expect.arrayContaining(["operator.invite", "operator.accept"]));
    },
  );

  test("by the machine too, and is then no newcomer of another operator", async () => {
    const email = newAddress();
    await inviteOperator(system(), { email, role: "finance" });
    await acceptInvitation(system(), { token: await linkTo(email), name: "N", password: PASSWORD });
    const made = (await listOperators(system())).find((one) => one.email === email);
    expect(made).toMatchObject({ role: "finance", invitedBy: null });
  });

  test("again: the link before opens nothing; withdrawn: neither does the last", async () => {
    const { ctx } = await newOperator();
    const email = newAddress();
    await inviteOperator(ctx, { email, role: "support" });
    const first = await linkTo(email);
    await inviteOperator(ctx, { email, role: "finance" });
    const second = await linkTo(email);
    expect(await findInvitation(system(), first)).toBeNull();
    const open = (await listOperatorInvitations(ctx)).filter((one) => one.email === email);
    expect(open).toMatchObject([{ role: "finance" }]);
    await revokeOperatorInvitation(ctx, open[0]!.id);
    expect(await findInvitation(system(), second)).toBeNull();
    expect(await codeOf(revokeOperatorInvitation(ctx, open[0]!.id))).toBe("resource_not_found");
  });

  test("but nobody who has a sign-in, and no invitation of a team is touched from here", async () => {
    const { ctx, email } = await newOperator();
    const person = await newPerson("owner");
    for (const known of [email, person.email])
      expect(await codeOf(inviteOperator(ctx, { email: known, role: "support" }))).toBe("conflict");
    await inviteMember(await person.inAccount(), { email: newAddress(), role: "viewer" });
    const { id } = one(
      await database().query<{ id: number }>(
        sql`select id from invitations where account_id is not null order by id desc limit 1`,
      ),
    );
    expect(await codeOf(revokeOperatorInvitation(ctx, id))).toBe("resource_not_found");
  });

  test("and the other admins have a mail about it", async () => {
    const [admin, other] = [await newOperator(), await newOperator()];
    const email = newAddress();
    await inviteOperator(admin.ctx, { email, role: "admin" });
    expect((await mailsTo(other.email)).at(-1)).toContain(`${email} was invited to the platform's staff as admin`);
    expect(await mailsTo(admin.email)).toEqual([]);
  });
});

describe("the role of an operator", () => {
  test("is read with every request", async () => {
    const [admin, operator] = [await newOperator(), await newOperator("finance")];
    const refresh = async () => codeOf((await operator.api()).operator.fx.unpin({ currency: "XXX" }));
    expect(await refresh()).toBe("NOT_FOUND");
    await changeOperatorRole(admin.ctx, { userId: await idOf(operator.email), role: "support" });
    expect(await refresh()).toBe("FORBIDDEN");
    await changeOperatorRole(admin.ctx, { userId: await idOf(operator.email), role: "finance" });
    expect(await refresh()).toBe("NOT_FOUND");
  });

  test("is never changed by oneself", async () => {
    const { ctx, email } = await newOperator();
    for (const role of ["support", null] as const)
      expect(await codeOf(changeOperatorRole(ctx, { userId: await idOf(email), role }))).toBe("conflict");
  });

  test("taken away ends every session, every invitation and every way in", async () => {
    const [admin, operator] = [await newOperator(), await newOperator()];
    const invited = newAddress();
    await inviteOperator(operator.ctx, { email: invited, role: "support" });
    const token = await linkTo(invited);
    const userId = await idOf(operator.email);
    await changeOperatorRole(admin.ctx, { userId, role: null });
    expect(await findSession(database(), operator.sessionId, new Date())).toBeNull();
    expect(await codeOf(signIn(system(), { email: operator.email, password: PASSWORD }, DEVICE))).toBe("access_denied");
    expect(await findInvitation(system(), token)).toBeNull();
    expect(await codeOf(inviteOperator(operator.ctx, { email: newAddress(), role: "support" }))).toBe("access_denied");
    // Whoever comes back is as new as anybody who was invited.
    const before = Date.now();
    await changeOperatorRole(admin.ctx, { userId, role: "finance" });
    const back = (await listOperators(admin.ctx)).find((one) => one.userId === userId);
    expect(back).toMatchObject({ role: "finance", invitedBy: admin.email });
    expect(back!.since!.getTime()).toBeGreaterThanOrEqual(before);
  });

  test("taken away while they invite somebody, takes the invitation with it", async () => {
    const [admin, operator] = [await newOperator(), await newOperator()];
    const { db, isHeld, release } = heldBefore("audit_entries");
    const invited = newAddress();
    const inviting = codeOf(inviteOperator({ ...operator.ctx, db }, { email: invited, role: "admin" }));
    await isHeld;
    let isOver = false;
    const changing = changeOperatorRole(admin.ctx, { userId: await idOf(operator.email), role: "support" }).finally(
      () => {
        isOver = true;
      },
    );
    const waits = () =>
      database().query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%operator_role%'`);
    await until(async () => isOver || (await waits()).length > 0);
    release();
    await Promise.all([inviting, changing]);
    expect(await findInvitation(system(), await linkTo(invited))).toBeNull();
  });

  test("of the last admin stays, also when two switch each other off at once", async () => {
    const [one_, other] = [await newOperator(), await newOperator()];
    const lone = newAddress();
    const [a, b] = [await idOf(one_.email), await idOf(other.email)];
    // Alone with each other: everybody else has another role for the time of this test.
    const rest = await database().query<{ id: number; role: OperatorRole }>(sql`
      update users u set operator_role = 'support' from users was
       where was.id = u.id and u.operator_role = 'admin' and u.id not in (${a}, ${b}) returning u.id, was.operator_role as role`);
    const both = await Promise.allSettled([
      changeOperatorRole(one_.ctx, { userId: b, role: null }),
      changeOperatorRole(other.ctx, { userId: a, role: null }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const left = await database().query(sql`select id from users where operator_role = 'admin'`);
    expect(left).toHaveLength(1);
    const last = (left[0] as { id: number }).id;
    expect(await codeOf(changeOperatorRole(system(), { userId: last, role: "support" }))).toBe("conflict");
    expect(await codeOf(inviteOperator(system(), { email: lone, role: "admin" }))).toBe("done");
    for (const { id, role } of rest)
      await database().query(sql`update users set operator_role = ${role} where id = ${id}`);
  });
});
