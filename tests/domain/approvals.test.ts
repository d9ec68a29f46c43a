import { describe, expect, test } from "vitest";
import { getPackage } from "#server/domain/catalogue/catalog/index.ts";
import { findAccountId, setRule } from "#server/domain/catalogue/pricing/index.ts";
import { approve, decline, listApprovals, requestApproval } from "#server/domain/control/approvals/index.ts";
import { mailNotifications } from "#server/domain/messaging/mail/index.ts";
import { getBalance } from "#server/domain/money/ledger/index.ts";
import { changeOperatorRole, createUser, listInvitations, listMembers } from "#server/domain/people/staff/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { changeCredit } from "#server/domain/reseller/accounts/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { ROLE_NAMES } from "#server/kernel/roles.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { newPerson } from "#tests/support/people.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const reason = "As agreed";
const limitOf = async (code: string) => (await getBalance(await enter(code))).creditLimit.toString();
const notificationsOf = async (code: string) => (await listNotifications(await enter(code), { limit: 20 })).items;

async function mailsTo(email: string): Promise<string[]> {
  await mailNotifications(system());
  const rows = await database().query<{ subject: string }>(
    sql`select subject from mails where recipient = ${email} order by id`,
  );
  return rows.map(({ subject }) => subject);
}

describe("a credit line", () => {
  test("of five million is not set by one person, whichever way it is asked for", async () => {
    const { code } = await newAccount();
    const [asker, second] = [await newOperator("finance"), await newOperator("finance")];
    const change = { limit: money(5_000_000) };
    expect(await codeOf(changeCredit(asker.ctx, code, change))).toBe("access_denied");
    const { id, status } = await requestApproval(asker.ctx, { kind: "credit", accountCode: code, change, reason });
    expect(status).toBe("waiting");
    expect(await limitOf(code)).toBe("0");
    const { items } = await listApprovals(second.ctx, { status: "waiting", account: code, limit: 5 });
    expect(items[0]!.details.changes).toEqual([
      { what: "Credit line", from: "none", to: "5,000,000.00 USD, without a due date" },
    ]);
    await approve(second.ctx, id);
    expect(await limitOf(code)).toBe("5000000");
    const said = (await listAllAudit(second.ctx, { search: code, limit: 10 })).items.map(({ act }) => act);
    expect(said).toEqual(expect.arrayContaining(["decision.ask", "account.credit", "decision.approve"]));
  });

  test("is raised a little by one person, until it is much; a hold and less of it never wait", async () => {
    const { code } = await newAccount();
    const { ctx } = await newOperator("finance");
    const ask = (change: object) => requestApproval(ctx, { kind: "credit", accountCode: code, change, reason });
    expect(await ask({ limit: money(3_000) })).toMatchObject({ status: "done" });
    expect(await ask({ limit: money(1_000) })).toMatchObject({ status: "done" });
    // Down and up again: what was given before counts.
    expect(await ask({ limit: money(4_000) })).toMatchObject({ status: "waiting" });
    expect(await ask({ status: "blocked", holdReason: "Overdue" })).toMatchObject({ status: "done" });
    expect((await getBalance(await enter(code))).creditStatus).toBe("blocked");
    expect(await limitOf(code)).toBe("1000");
  });

  test("of much that is on hold is not released by one person, nor owed for longer", async () => {
    const { code } = await newAccount({ creditLimit: 50_000 });
    const { ctx } = await newOperator("finance");
    const ask = (change: object) => requestApproval(ctx, { kind: "credit", accountCode: code, change, reason });
    expect(await ask({ status: "blocked" })).toMatchObject({ status: "done" });
    const { id, status } = await ask({ status: "active" });
    expect(status).toBe("waiting");
    await decline(ctx, id, "Not now");
    await changeCredit(system(), code, { status: "active" });
    expect(await ask({ paymentTermsDays: 90 })).toMatchObject({ status: "waiting" });
  });

  test("is not switched on over another limit than the second person read", async () => {
    const { code } = await newAccount();
    const [asker, second] = [await newOperator("finance"), await newOperator("finance")];
    const ask = (change: object) => requestApproval(asker.ctx, { kind: "credit", accountCode: code, change, reason });
    // Off, it is worth nothing: one person sets it, whatever it would be.
    expect(await ask({ enabled: false, limit: money(6_000) })).toMatchObject({ status: "done" });
    const { id, status } = await ask({ enabled: true });
    expect(status).toBe("waiting");
    expect(await ask({ enabled: false, limit: money(5_000_000) })).toMatchObject({ status: "done" });
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
    expect((await getBalance(await enter(code))).creditEnabled).toBe(false);
  });

  test("that became another one meanwhile is not changed by an old decision", async () => {
    const { code } = await newAccount();
    const [asker, second] = [await newOperator(), await newOperator()];
    const change = { limit: money(10_000) };
    const { id } = await requestApproval(asker.ctx, { kind: "credit", accountCode: code, change, reason });
    await changeCredit(system(), code, { limit: money(20_000) });
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
    expect(await limitOf(code)).toBe("20000");
    expect((await listApprovals(second.ctx, { account: code, limit: 1 })).items[0]!.status).toBe("waiting");
  });

  test("is told of to whoever looks after the account's money, in the portal and by mail", async () => {
    const owner = await newPerson("owner");
    const support = await newPerson("support", owner.code);
    const { ctx } = await newOperator("finance");
    await requestApproval(ctx, { kind: "credit", accountCode: owner.code, change: { limit: money(500) }, reason });
    expect(await notificationsOf(owner.code)).toMatchObject([
      { kind: "credit.changed", text: expect.stringContaining("It is now: 500.00 USD") },
    ]);
    expect(await mailsTo(owner.email)).toEqual(["Credit line changed by us: Test Travel Ltd"]);
    expect(await mailsTo(support.email)).toEqual([]);
  });
});

describe("a price", () => {
  test("of one account or of all is never one person's, and the account is told without figures", async () => {
    const owner = await newPerson("owner");
    const [asker, second] = [await newOperator("finance"), await newOperator("finance")];
    const { packageId, id: numeric } = await newPackage({ costUsd: 10 });
    const accountId = await findAccountId(system(), owner.code);
    const target = { accountId, supplierCode: null, countryCode: null, packageId: numeric };
    const markup = { markupPercent: money(1), retailMarkupPercent: money(30) };
    const priceNow = async () => (await getPackage(await enter(owner.code), packageId)).unitPrice.toString();
    const before = await priceNow();
    expect(await codeOf(setRule(asker.ctx, target, markup))).toBe("access_denied");
    const { id, status } = await requestApproval(asker.ctx, { kind: "price", target, markup, reason });
    expect([status, await priceNow()]).toEqual(["waiting", before]);
    expect(await codeOf(approve(asker.ctx, id))).toBe("conflict");
    await approve(second.ctx, id);
    expect(await priceNow()).toBe("10.1");
    const told = await notificationsOf(owner.code);
    expect(told).toMatchObject([{ kind: "price.changed" }]);
    expect(told[0]!.text).not.toMatch(/\d/);
    expect(await mailsTo(owner.email)).toEqual(["Prices changed by us: Test Travel Ltd"]);
    const removal = await requestApproval(second.ctx, { kind: "price", target, markup: null, reason });
    expect(removal.status).toBe("waiting");
    await approve(asker.ctx, removal.id);
    expect(await priceNow()).toBe(before);
  });
});

describe("a membership", () => {
  test.each(ROLE_NAMES)(
    "as %s is given by an invitation, after a second person's yes unless it only looks",
    async (role) => {
      const owner = await newPerson("owner");
      const [asker, second] = [await newOperator(), await newOperator()];
      const email = `${ulid().toLowerCase()}@example.com`;
      const ask = { kind: "membership", accountCode: owner.code, email, role, reason } as const;
      const { id, status } = await requestApproval(asker.ctx, ask);
      expect(status).toBe(role === "viewer" ? "done" : "waiting");
      const inside = await enter(owner.code);
      if (status === "waiting") {
        expect(await listInvitations(inside)).toEqual([]);
        await approve(second.ctx, id);
      }
      expect(await listInvitations(inside)).toMatchObject([{ email, role, invitedBy: "The platform" }]);
      expect(await listMembers(inside)).toHaveLength(1);
      expect(await notificationsOf(owner.code)).toMatchObject([{ kind: "member.invited", subject: email }]);
      expect(await mailsTo(owner.email)).toEqual(["Somebody invited to the team: Test Travel Ltd"]);
    },
  );

  test("is never made by an operator with a password of their choice", async () => {
    const { code } = await newAccount();
    const { ctx, api } = await newOperator();
    const user = {
      email: `${ulid().toLowerCase()}@example.com`,
      role: "owner",
      password: "a password of my choice",
    } as const;
    expect(await codeOf(createUser(ctx, code, user))).toBe("access_denied");
    expect(Object.keys((await api()).operator.accounts)).not.toContain("addMember");
  });
});

describe("the second person", () => {
  const askMuch = async () => {
    const asker = await newOperator("finance");
    const { code: accountCode } = await newAccount();
    const ask = { kind: "adjustment", accountCode, amount: money(9_000), reason } as const;
    return { asker, accountCode, id: (await requestApproval(asker.ctx, ask)).id };
  };

  test("needs the permission that asking takes", async () => {
    const { id } = await askMuch();
    const support = await newOperator("support");
    expect(await codeOf(approve(support.ctx, id))).toBe("access_denied");
    expect(await codeOf(decline(support.ctx, id, "No"))).toBe("access_denied");
  });

  test("has the role still that the request began with", async () => {
    const { id } = await askMuch();
    const second = await newOperator("finance");
    const { id: userId } = one(
      await database().query<{ id: number }>(sql`select id from users where email = ${second.email}`),
    );
    await changeOperatorRole((await newOperator()).ctx, { userId, role: "support" });
    expect(await codeOf(approve(second.ctx, id))).toBe("access_denied");
    const ask = { kind: "adjustment", accountCode: (await newAccount()).code, amount: money(1), reason } as const;
    expect(await codeOf(requestApproval(second.ctx, ask))).toBe("access_denied");
  });

  test("is no newcomer whom an operator invited", async () => {
    const { asker, id } = await askMuch();
    const second = await newOperator("finance");
    const joined = (days: number) =>
      database().query(sql`
        update users set operator_invited_by = ${asker.email}, operator_since = ${after(new Date(), -days * DAY)} where email = ${second.email}`);
    await joined(6);
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
    await joined(8);
    expect(await codeOf(approve(second.ctx, id))).toBe("done");
  });

  test("does not approve what somebody asked for who was switched off since", async () => {
    const { asker, id } = await askMuch();
    const { id: userId } = one(
      await database().query<{ id: number }>(sql`select id from users where email = ${asker.email}`),
    );
    await changeOperatorRole((await newOperator()).ctx, { userId, role: null });
    const second = await newOperator("finance");
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
    expect(await codeOf(decline(second.ctx, id, "They left"))).toBe("done");
  });

  test("is one of twenty who say yes at once, and it happens once", async () => {
    const { accountCode, id } = await askMuch();
    const others = await Promise.all(Array.from({ length: 4 }, () => newOperator("finance")));
    const yes = Array.from({ length: 20 }, (_, i) => approve(others[i % 4]!.ctx, id));
    const done = (await Promise.allSettled(yes)).filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(1);
    expect((await getBalance(await enter(accountCode))).walletBalance.toString()).toBe("9000");
  });
});
