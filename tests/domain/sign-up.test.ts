import { beforeAll, describe, expect, test } from "vitest";
import { listConcerns } from "#server/domain/control/health/index.ts";
import { requestFunding, setBalanceAlert } from "#server/domain/money/funding/index.ts";
import {
  askToGoLive,
  getSignUpSettings,
  listGoLiveRequests,
  publishTerms,
  readGoLive,
  setSignUpOpen,
} from "#server/domain/people/onboarding/index.ts";
import {
  completeSignUp,
  createUser,
  findSignUp,
  inviteMember,
  listInvitations,
  requestSignUp,
  resendInvitation,
  sendSignUp,
  signIn,
} from "#server/domain/people/staff/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { changeAccount, enterAccount, getAccount } from "#server/domain/reseller/accounts/index.ts";
import { purgeExpired } from "#server/domain/reseller/request-log/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { HOUR, MINUTE } from "#server/kernel/time.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { DEVICE, movableClock, newPerson, PASSWORD } from "#tests/support/people.ts";
import { newAccount, newPackage, system } from "#tests/support/world.ts";

const TERMS = "## Terms\n\nWhoever sells eSIMs here pays for what is delivered.";
const newEmail = () => `${ulid().toLowerCase()}@agency.example`;
const wish = (email = newEmail()) => ({ email, companyName: "Wanderlust Voyages", currency: "USD" });

async function mailsTo(email: string): Promise<string[]> {
  const mails = await database().prisma.mail.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });
  return mails.map(({ text }) => decrypt(text!));
}

/** Asks as the page does, and returns the token of the link that came. */
async function linkFor(asked = wish(), ctx = system()): Promise<string> {
  await sendSignUp(ctx, asked);
  return /\/sign-up\/(\w+)/.exec((await mailsTo(asked.email)).at(-1)!)![1]!;
}

const confirm = async (token: string, given: Partial<Parameters<typeof completeSignUp>[1]> = {}, ctx = system()) =>
  await completeSignUp(ctx, { token, name: "Rosa", password: PASSWORD, terms: await newest(), ...given });

const newest = async () => (await getSignUpSettings(system())).terms!.version;

/** Somebody who signed up, in their own account. */
async function newReseller(): Promise<{ email: string; code: string; ctx: AccountCtx }> {
  const asked = wish();
  await confirm(await linkFor(asked));
  const account = await database().prisma.account.findFirstOrThrow({ where: { email: asked.email } });
  const actor = { kind: "staff", name: asked.email, role: "owner" } as const;
  return {
    email: asked.email,
    code: account.code,
    ctx: { ...(await enterAccount(system(), account.code, "live")), actor },
  };
}

/** A second factor for the owner and a delivered test order: what has to be done before asking. */
async function getReady({ ctx }: { ctx: AccountCtx }): Promise<void> {
  await database().query(sql`
    insert into passkeys (id, user_id, name, public_key, transports, created_at)
    select ${ulid()}, user_id, 'key', '\\x00', '{}', now() from memberships where account_id = ${ctx.account.id}`);
  await deliveredOrder({ ...ctx, environment: "test" }, (await newPackage()).packageId);
}

beforeAll(async () => {
  await publishTerms(system(), TERMS);
  await setSignUpOpen(system(), true);
});

describe("signing up", () => {
  test("a proved address has a test environment at once, and no live one", async () => {
    const asked = wish();
    const token = await linkFor(asked);
    expect(await findSignUp(system(), token)).toMatchObject({ ...asked, hasSignIn: false });
    await confirm(token);
    const account = await database().prisma.account.findFirstOrThrow({
      where: { email: asked.email },
      include: { memberships: { include: { user: true } }, wallet: true },
    });
    expect(account).toMatchObject({ testEnabled: true, liveEnabled: false, liveSince: null, plan: "starter" });
    expect(account.memberships).toMatchObject([{ role: "owner", user: { email: asked.email, name: "Rosa" } }]);
    expect(account.wallet).not.toBeNull();
    expect((await signIn(system(), { email: asked.email, password: PASSWORD }, DEVICE)).outcome).toBe("signed_in");
    const [accepted] = await database().prisma.termsAcceptance.findMany({ where: { accountId: account.id } });
    expect(accepted).toMatchObject({ version: await newest(), acceptedBy: asked.email });
    const { items } = await listAllAudit(system(), { limit: 5, search: account.code });
    expect(items.map(({ act }) => act)).toContain("account.sign_up");
    // Whatever a statement says.
    await expect(
      database().query(sql`update accounts set live_enabled = true where id = ${account.id}`),
    ).rejects.toThrow(/accounts_live/);
  });

  test("a link works once, for a day, and the newest alone", async () => {
    const clock = movableClock();
    const asked = wish();
    const [first, second] = [await linkFor(asked, system({ clock })), await linkFor(asked, system({ clock }))];
    expect(await findSignUp(system({ clock }), first)).toBeNull();
    clock.move(23 * HOUR);
    expect(await findSignUp(system({ clock }), second)).not.toBeNull();
    clock.move(2 * HOUR);
    expect(await codeOf(confirm(second, {}, system({ clock })))).toBe("resource_not_found");
    await purgeExpired(system({ clock }));
    expect(await database().prisma.signUp.count({ where: { email: asked.email } })).toBe(0);

    const other = wish();
    const token = await linkFor(other);
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(confirm(token))));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await database().prisma.account.count({ where: { email: other.email } })).toBe(1);
  });

  test("who asks learns nothing: the same answer and the same job for whomever an address belongs to", async () => {
    const operator = await newOperator();
    const reseller = await newReseller();
    for (const email of [newEmail(), operator.email, reseller.email, (await newPerson()).email]) {
      expect(await requestSignUp(system(), wish(email))).toBeUndefined();
      const jobs = await database().query(sql`select from outbox_jobs where key = ${`send-sign-up:${email}`}`);
      expect(jobs).toHaveLength(1);
    }
    await sendSignUp(system(), wish(operator.email));
    expect(await mailsTo(operator.email)).toEqual([]);
    await sendSignUp(system(), wish(reseller.email));
    expect((await mailsTo(reseller.email)).at(-1)).toContain("You have one already");
  });

  test("nobody's mailbox is filled: after five links there are waits", async () => {
    const asked = wish();
    const clock = movableClock();
    for (let i = 0; i < 20; i++) await sendSignUp(system({ clock }), asked);
    expect(await mailsTo(asked.email)).toHaveLength(5);
    clock.move(2 * MINUTE);
    await sendSignUp(system({ clock }), asked);
    expect(await mailsTo(asked.email)).toHaveLength(6);
  });

  test("who has a sign-in goes on with its password, and gets a second team", async () => {
    const { email } = await newPerson();
    const token = await linkFor(wish(email));
    expect(await findSignUp(system(), token)).toMatchObject({ hasSignIn: true });
    expect(await codeOf(confirm(token, { password: "not the password at all" }))).toBe("validation_error");
    await confirm(token);
    expect(await database().prisma.membership.count({ where: { user: { email } } })).toBe(2);
    expect((await signIn(system(), { email, password: PASSWORD }, DEVICE)).outcome).toBe("signed_in");
  });

  test("the company's name is no password, and terms that changed are read again", async () => {
    const token = await linkFor();
    expect(await codeOf(confirm(token, { password: "wanderlust voyages" }))).toBe("validation_error");
    const read = await newest();
    await publishTerms(system(), `${TERMS}\n\nAnd within 30 days.`);
    expect(await codeOf(confirm(token, { terms: read }))).toBe("conflict");
    // What was agreed to before is what it was.
    await expect(database().query(sql`update terms_versions set text = 'x' where version = ${read}`)).rejects.toThrow(
      /append-only/,
    );
    await confirm(token);
  });

  test("closed, nothing is opened: neither a new wish nor a link that was mailed", async () => {
    const token = await linkFor();
    await setSignUpOpen(system(), false);
    try {
      expect(await codeOf(requestSignUp(system(), wish()))).toBe("conflict");
      expect(await findSignUp(system(), token)).toBeNull();
      expect(await codeOf(confirm(token))).toBe("conflict");
    } finally {
      await setSignUpOpen(system(), true);
    }
  });
});

describe("before anybody of the platform looked at an account", () => {
  test("it fills nobody's mailbox with invitations, neither one stranger's nor those of many", async () => {
    const [{ ctx }, other] = [await newReseller(), await newReseller()];
    const stranger = newEmail();
    const invite = (by: AccountCtx, email: string) => codeOf(inviteMember(by, { email, role: "viewer" }));
    expect(await invite(ctx, stranger)).toBe("done");
    const { id } = (await listInvitations(ctx))[0]!;
    for (let i = 0; i < 8; i++) await codeOf(resendInvitation(ctx, id));
    expect(await mailsTo(stranger)).toHaveLength(5);
    expect(await codeOf(resendInvitation(ctx, id))).toBe("rate_limit_exceeded");
    expect(await invite(other.ctx, stranger)).toBe("rate_limit_exceeded");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => invite(ctx, newEmail())));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(5);
    const api = await (await newOperator()).api();
    await api.operator.signUps.approve({ code: ctx.account.code, plan: "starter", credit: null });
    expect(await invite(ctx, newEmail())).toBe("done");
  });

  test("its balance alert goes to its own team, and is not set again and again", async () => {
    const { ctx, email } = await newReseller();
    const set = (...recipients: string[]) => codeOf(setBalanceAlert(ctx, { threshold: money(50), recipients }));
    expect(await set(email, newEmail())).toBe("validation_error");
    for (let i = 0; i < 20; i++) expect(await set(email)).toBe("done");
    expect(await set(email)).toBe("rate_limit_exceeded");
    const api = await (await newOperator()).api();
    await api.operator.signUps.approve({ code: ctx.account.code, plan: "starter", credit: null });
    const tomorrow = movableClock();
    tomorrow.move(25 * HOUR);
    const later = { ...ctx, clock: tomorrow };
    expect(await codeOf(setBalanceAlert(later, { threshold: money(50), recipients: [newEmail()] }))).toBe("done");
  });

  test("the first mail to an address that nobody proved has no words of whoever asked", async () => {
    const asked = { ...wish(), companyName: "You won, see evil.example" };
    await sendSignUp(system(), asked);
    expect((await mailsTo(asked.email)).join()).not.toContain("evil");
  });
});

describe("going live", () => {
  test("steps tick themselves, staff decline with a reason that is mailed, and approve", async () => {
    const reseller = await newReseller();
    const { ctx, code, email } = reseller;
    const operator = await newOperator();
    const about = "Travel agency in Porto, wanderlust.example";
    expect((await readGoLive(ctx.db, ctx.account.id)).steps).toMatchObject({
      email: true,
      secondFactor: false,
      testOrder: false,
    });
    expect(await codeOf(askToGoLive(ctx, about))).toBe("conflict");
    await getReady(reseller);
    expect(await readGoLive(ctx.db, ctx.account.id)).toMatchObject({ ready: true, liveSince: null, request: null });

    const asked = await Promise.all([1, 2, 3].map(() => codeOf(askToGoLive(ctx, about))));
    expect(asked.sort()).toEqual(["conflict", "conflict", "done"]);
    expect(await listGoLiveRequests(operator.ctx)).toContainEqual(
      expect.objectContaining({ accountCode: code, about }),
    );
    expect((await listConcerns(operator.ctx)).filter(({ area }) => area === "sign-ups")).toHaveLength(1);

    const api = await operator.api();
    await api.operator.signUps.decline({ code, reason: "Tell us your tax number first." });
    expect((await mailsTo(email)).at(-1)).toContain("Tell us your tax number first.");
    expect((await readGoLive(ctx.db, ctx.account.id)).request).toMatchObject({
      status: "declined",
      decidedBy: operator.email,
    });
    expect(await codeOf(changeAccount(operator.ctx, code, { liveEnabled: true }))).toBe("conflict");
    expect(await codeOf(requestFunding(ctx, money(50)))).toBe("conflict");

    await askToGoLive(ctx, `${about}. Tax number PT123.`);
    expect(await api.operator.signUps.approve({ code, plan: "growth", credit: null })).toEqual({ credit: null });
    expect(await getAccount(operator.ctx, code)).toMatchObject({ liveEnabled: true, plan: "growth" });
    expect((await mailsTo(email)).at(-1)).toContain("is open, on the plan growth");
    expect((await listGoLiveRequests(operator.ctx)).map(({ accountCode }) => accountCode)).not.toContain(code);
    expect(await codeOf(api.operator.signUps.approve({ code, plan: "growth", credit: null }))).toBe("CONFLICT");
    expect((await requestFunding(ctx, money(50))).reference).toBeTruthy();
  });

  test("credit terms come with the yes; a large line waits for a second person, live does not", async () => {
    const api = await (await newOperator()).api();
    const terms = (limit: string) => ({ limit, paymentTermsDays: 30 });
    const [small, large, wrong] = [await newReseller(), await newReseller(), await newReseller()];
    const plan = "starter" as const;
    expect(await api.operator.signUps.approve({ code: small.code, plan, credit: terms("100") })).toEqual({
      credit: "done",
    });
    expect(await getAccount(system(), small.code)).toMatchObject({
      paymentTermsDays: 30,
      wallet: { creditEnabled: true },
    });
    expect(await api.operator.signUps.approve({ code: large.code, plan, credit: terms("90000") })).toEqual({
      credit: "waiting",
    });
    expect(await getAccount(system(), large.code)).toMatchObject({
      liveEnabled: true,
      wallet: { creditEnabled: false },
    });
    expect(await codeOf(api.operator.signUps.approve({ code: wrong.code, plan, credit: terms("-5") }))).not.toBe(
      "done",
    );
    expect(await getAccount(system(), wrong.code)).toMatchObject({ liveEnabled: false });
  });

  test("accounts that staff open are live from the first day, and ask for nothing", async () => {
    const { code } = await newAccount();
    await createUser(system(), code, { email: newEmail(), role: "owner", password: PASSWORD });
    const { id } = await getAccount(system(), code);
    const live = await readGoLive(database(), id);
    expect(live).toMatchObject({ request: null, steps: { terms: null } });
    expect(live.liveSince).not.toBeNull();
    expect(
      one(
        await database().query<{ n: number }>(
          sql`select count(*)::int as n from go_live_requests where account_id = ${id}`,
        ),
      ).n,
    ).toBe(0);
  });
});
