import { afterAll, afterEach, describe, expect, test } from "vitest";
import { START, verifyBatch } from "#components/portal/balance/verify-chain.ts";
import { listHeldMoney } from "#server/domain/control/closing/index.ts";
import { mailNotifications } from "#server/domain/messaging/mail/index.ts";
import {
  checkCardFunding,
  listFundingRequests,
  notifyLowBalance,
  openCardFunding,
  receiveFundingWebhook,
  requestFunding,
  setBalanceAlert,
  settleFunding,
  sweepFunding,
  withdrawFunding,
} from "#server/domain/money/funding/index.ts";
import { adjustWallet, exportChain, fundWallet, getBalance, readChainHead } from "#server/domain/money/ledger/index.ts";
import { listNotifications } from "#server/domain/record/notifications/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY } from "#server/kernel/time.ts";
import { newPerson } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const SECRET = "whsec_platform";
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url, stripe: { secretKey: "sk_test_platform", webhookSecret: SECRET } });
afterAll(() => stripe.close());
afterEach(() => Object.assign(stripe.state, { down: false, loseAnswers: 0 }));

const newWallet = async (wallet = 0) => await enter((await newAccount({ wallet })).code);
const laterBy = (days: number) => {
  const ctx = system();
  const now = after(ctx.clock.now(), days * DAY);
  return { ...ctx, clock: { now: () => now } };
};
const walletOf = async (ctx: AccountCtx) => (await getBalance(ctx)).walletBalance.toNumber();
const mailsOf = (ctx: AccountCtx) =>
  database().query<{ recipient: string; kind: string }>(
    sql`select recipient, kind from mails where account_id = ${ctx.account.id} order by id`,
  );
const lowNotices = async (ctx: AccountCtx) =>
  (await listNotifications(ctx, { limit: 50 })).items.filter(({ kind }) => kind === "balance.low");

describe("a low balance", () => {
  test("is told once each time it falls below the threshold, to the addresses that were named", async () => {
    const ctx = await newWallet(100);
    await setBalanceAlert(ctx, { threshold: money(50), recipients: ["books@example.com", "boss@example.com"] });
    const look = async () => {
      await Promise.all([notifyLowBalance(system()), notifyLowBalance(system())]);
      await Promise.all([mailNotifications(system()), mailNotifications(system())]);
      return [(await lowNotices(ctx)).length, (await mailsOf(ctx)).length];
    };
    expect(await look()).toEqual([0, 0]);
    await adjustWallet(system(), ctx.account.code, money(-50), "at the threshold, not below it");
    expect(await look()).toEqual([0, 0]);
    await adjustWallet(system(), ctx.account.code, money("-0.01"), "below");
    expect(await look()).toEqual([1, 2]);
    expect(await look()).toEqual([1, 2]);
    await adjustWallet(system(), ctx.account.code, money(-10), "still below");
    expect(await look()).toEqual([1, 2]);
    await fundWallet(system(), ctx.account.code, money(60));
    expect(await look()).toEqual([1, 2]);
    await adjustWallet(system(), ctx.account.code, money(-60), "below again");
    expect(await look()).toEqual([2, 4]);
    expect(new Set((await mailsOf(ctx)).map(({ recipient }) => recipient))).toEqual(
      new Set(["books@example.com", "boss@example.com"]),
    );
    expect((await lowNotices(ctx))[0]!.text).toContain("39.99 USD can be spent");
  });

  test("counts usable credit, and a threshold that is set too high is told at the next look", async () => {
    const ctx = await enter((await newAccount({ wallet: 10, creditLimit: 100 })).code);
    await setBalanceAlert(ctx, { threshold: money(50), recipients: ["a@example.com"] });
    await notifyLowBalance(system());
    expect(await lowNotices(ctx)).toHaveLength(0);
    await setBalanceAlert(ctx, { threshold: money(200), recipients: ["a@example.com"] });
    await notifyLowBalance(system());
    expect((await lowNotices(ctx))[0]!.text).toContain("110.00 USD can be spent, less than the 200.00 USD");
  });
});

describe("an announced transfer", () => {
  test("is received when a deposit with its reference is booked, and cannot be withdrawn then", async () => {
    const ctx = await newWallet();
    const { reference } = await requestFunding(ctx, money(250));
    expect(await listFundingRequests(ctx)).toMatchObject([{ reference, method: "transfer", status: "waiting" }]);
    const stranger = await newWallet();
    const { id } = (await listFundingRequests(ctx))[0]!;
    await expect(withdrawFunding(stranger, id)).rejects.toMatchObject({ code: "resource_not_found" });
    await database().query(
      sql`select post_entry(${ctx.account.id}, 'deposit', 249, ${`deposit:${reference}`}, 'Deposit', now()) as posted`,
    );
    expect(await listFundingRequests(ctx)).toMatchObject([{ status: "received", receivedAmount: money(249) }]);
    await expect(withdrawFunding(ctx, id)).rejects.toMatchObject({ code: "resource_not_found" });
  });

  test("can be withdrawn, and no more than ten wait", async () => {
    const ctx = await newWallet();
    const asked = await Promise.allSettled(Array.from({ length: 14 }, () => requestFunding(ctx, money(1))));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    await expect(requestFunding(ctx, money(1))).rejects.toMatchObject({ code: "conflict" });
    await withdrawFunding(ctx, (await listFundingRequests(ctx))[0]!.id);
    await requestFunding(ctx, money(1));
  });
});

describe("a card payment", () => {
  const unread = (reference: string) =>
    database().query<{ text: string }>(
      sql`select text from notices where kind = 'funding.unread' and text like ${`%${reference}%`}`,
    );
  const waitingLook = async (id: number) =>
    (await database().prisma.outboxJob.findUnique({ where: { key: `settle-funding:${id}` } }))?.runAt ?? null;
  const begin = async (ctx: AccountCtx, amount = "25.50") => {
    const { reference, url } = await openCardFunding(ctx, money(amount), "payer@example.com");
    const [row] = await database().query<{ id: number; session: string }>(
      sql`select id, session from funding_requests where reference = ${reference}`,
    );
    return { reference, url, ...row! };
  };

  test("is booked once, whoever looks first and how often", async () => {
    const ctx = await newWallet();
    const { id, session, reference, url } = await begin(ctx);
    expect(url).toContain(session);
    await settleFunding(system(), id);
    expect(await walletOf(ctx)).toBe(0);
    stripe.pay(session);
    const { body, signature } = stripe.notice(session, SECRET);
    expect(await receiveFundingWebhook(system(), body, signature)).toBe(true);
    await Promise.all(Array.from({ length: 6 }, () => settleFunding(system(), id)));
    await checkCardFunding(ctx, reference);
    await runJobsUntil(async () => (await walletOf(ctx)) === 25.5);
    await settleFunding(system(), id);
    expect(await walletOf(ctx)).toBe(25.5);
    expect(await listFundingRequests(ctx)).toMatchObject([{ method: "card", status: "received" }]);
  });

  test.each([
    ["USD", "25.50", 2_550],
    ["JPY", "1000", 1_000],
    ["HUF", "10000", 1_000_000],
    ["IDR", "150000", 15_000_000],
  ])("in %s asks the provider for what the wallet gets: %s", async (currency, amount, inStripesUnits) => {
    const ctx = await enter((await newAccount({ currency })).code);
    const { id, session } = await begin(ctx, amount);
    expect(stripe.sessions.get(session)!.amount_total).toBe(inStripesUnits);
    stripe.pay(session);
    await settleFunding(system(), id);
    expect(await walletOf(ctx)).toBe(Number(amount));
  });

  test("that is not made in time is over, and one that the webhook forgot is found by the sweeper", async () => {
    const ctx = await newWallet();
    const over = await begin(ctx);
    stripe.expire(over.session);
    await settleFunding(system(), over.id);
    expect(await listFundingRequests(ctx)).toMatchObject([{ status: "withdrawn" }]);
    const lost = await begin(ctx, "10");
    await database().query(sql`delete from outbox_jobs where key = ${`settle-funding:${lost.id}`}`);
    await database().query(
      sql`update funding_requests set expires_at = now() - interval '3 hours' where id = ${lost.id}`,
    );
    stripe.pay(lost.session);
    await sweepFunding(system());
    await runJobsUntil(async () => (await walletOf(ctx)) === 10);
  });

  test("is found again although a hundred older ones wait that cannot be looked at", async () => {
    const older = await newWallet();
    await database().query(sql`
      with f as (
        insert into funding_requests (account_id, reference, amount, currency, asked_by, asked_at, method, session, expires_at)
        select ${older.account.id}, 'OLDER-' || i, 10, 'USD', 'somebody', now() - interval '2 days', 'card', 'cs_older_' || i, now() - interval '1 day'
          from generate_series(1, 100) i returning id)
      insert into outbox_jobs (job, key, payload, run_at)
      select 'settle-funding', 'settle-funding:' || id, jsonb_build_object('requestId', id), now() + interval '1 hour' from f`);
    const ctx = await newWallet();
    const { id } = await begin(ctx);
    const key = `settle-funding:${id}`;
    await database().prisma.outboxJob.deleteMany({ where: { key } });
    await database().query(sql`update funding_requests set expires_at = now() - interval '3 hours' where id = ${id}`);
    await sweepFunding(system());
    expect(await database().prisma.outboxJob.count({ where: { key } })).toBe(1);
    await database().query(sql`delete from outbox_jobs where key like 'settle-funding:%'`);
    await database().query(sql`delete from funding_requests where reference like 'OLDER-%'`);
  });

  test("is not booked when it is over another amount, and nothing is charged when the provider is away", async () => {
    const ctx = await newWallet();
    const odd = await begin(ctx);
    stripe.pay(odd.session);
    stripe.sessions.get(odd.session)!.amount_total = 1;
    await settleFunding(system(), odd.id);
    expect(await walletOf(ctx)).toBe(0);
    stripe.state.least = 1_000;
    const small = { code: "validation_error", details: { field: "amount" } };
    await expect(openCardFunding(ctx, money(5), "payer@example.com")).rejects.toMatchObject(small);
    stripe.state.least = 0;
    stripe.state.down = true;
    await expect(openCardFunding(ctx, money(5), "payer@example.com")).rejects.toMatchObject({ code: "supplier_error" });
    expect((await listFundingRequests(ctx))[0]).toMatchObject({ status: "withdrawn", paymentUrl: null });
    await settleFunding(system(), odd.id);
  });

  test("by a bank debit waits until that has failed, and is withdrawn then", async () => {
    const ctx = await newWallet();
    const { id, session } = await begin(ctx);
    const statusOf = async () => {
      await settleFunding(system(), id);
      return (await listFundingRequests(ctx))[0]!.status;
    };
    stripe.debit(session, "processing");
    expect(await statusOf()).toBe("waiting");
    // Its page is done: nobody is led there to pay once more.
    expect((await listFundingRequests(ctx))[0]!.paymentUrl).toBeNull();
    stripe.debit(session, "canceled");
    expect(await statusOf()).toBe("withdrawn");
    stripe.pay(session);
    expect(await statusOf()).toBe("received");
  });

  test("that is over another amount is before people, and looked at no more", async () => {
    const ctx = await newWallet();
    const { id, session, reference } = await begin(ctx);
    stripe.pay(session);
    stripe.sessions.get(session)!.amount_total = 1;
    await database().prisma.outboxJob.deleteMany({ where: { key: `settle-funding:${id}` } });
    await settleFunding(system(), id);
    await settleFunding(system(), id);
    expect(await walletOf(ctx)).toBe(0);
    expect(await unread(reference)).toMatchObject([{ text: expect.stringContaining("0.01 USD") }]);
    expect(await waitingLook(id)).toBeNull();
  });

  test.each([
    ["a page that the provider does not know", () => {}],
    ["keys that were removed", () => overrideEnv({ stripe: undefined })],
  ])(
    "that cannot be read (%s) is asked for ever more seldom, then put before people; one that was paid is booked all the same",
    async (_, lose) => {
      const ctx = await newWallet();
      const { id, session, reference } = await begin(ctx);
      const kept = stripe.sessions.get(session)!;
      stripe.sessions.delete(session);
      lose();
      const lookAfter = async (days: number) => {
        await database().prisma.outboxJob.deleteMany({ where: { key: `settle-funding:${id}` } });
        await settleFunding(laterBy(days), id);
        const next = await waitingLook(id);
        return next && Math.round((next.getTime() - laterBy(days).clock.now().getTime()) / 60_000);
      };
      try {
        expect([await lookAfter(0), await lookAfter(3), await lookAfter(20)]).toEqual([10, 60, 24 * 60]);
        expect(await unread(reference)).toEqual([]);
        expect([await lookAfter(31), await lookAfter(32)]).toEqual([null, null]);
      } finally {
        overrideEnv({ stripe: { secretKey: "sk_test_platform", webhookSecret: SECRET } });
      }
      expect(await unread(reference)).toMatchObject([{ text: expect.stringContaining("cannot be read") }]);
      await sweepFunding(laterBy(33));
      expect(await waitingLook(id)).toBeNull();
      stripe.sessions.set(session, kept);
      stripe.pay(session);
      const { body, signature } = stripe.notice(session, SECRET);
      await receiveFundingWebhook(system(), body, signature);
      await runJobsUntil(async () => (await walletOf(ctx)) === 25.5);
      expect((await listFundingRequests(ctx))[0]).toMatchObject({ status: "received" });
    },
  );

  test("cannot be made any more once its account is closed; what was paid before is held for people", async () => {
    const ctx = await newWallet();
    const [unpaid, paid] = [await begin(ctx), await begin(ctx, "30")];
    stripe.pay(paid.session);
    await changeAccount(system(), ctx.account.code, { status: "closed" });
    await runJobsUntil(async () => stripe.sessions.get(unpaid.session)!.status === "expired");
    await runJobsUntil(async () => (await walletOf(ctx)) === 30);
    await settleFunding(system(), unpaid.id);
    expect(
      (await database().prisma.fundingRequest.findUniqueOrThrow({ where: { id: unpaid.id } })).withdrawnAt,
    ).not.toBeNull();
    expect(await listHeldMoney(system())).toMatchObject([{ code: ctx.account.code, balance: money(30) }]);
  });

  test("is open on ten pages at most, however many are asked for at once; one that was paid makes room", async () => {
    const ctx = await newWallet();
    const begun = await Promise.allSettled(Array.from({ length: 16 }, () => begin(ctx, "10")));
    const pages = begun.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(pages).toHaveLength(10);
    for (const one of begun) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "conflict" });
    await expect(begin(ctx)).rejects.toMatchObject({ code: "conflict" });
    stripe.pay(pages[0]!.session);
    await settleFunding(system(), pages[0]!.id);
    await begin(ctx);
    // What is announced beside it has a bound of its own.
    await requestFunding(ctx, money(1));
  });

  test("is refused where it cannot be: test environment, foreign reference, wrong signature, role, decimals", async () => {
    const { code } = await newAccount({ currency: "JPY" });
    const live = await enter(code);
    await expect(begin(await enter(code, "test"))).rejects.toMatchObject({ code: "conflict" });
    await expect(begin(live, "10.50")).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "amount" },
    });
    const { reference, session } = await begin(live, "1000");
    await expect(checkCardFunding(await newWallet(), reference)).rejects.toMatchObject({ code: "resource_not_found" });
    const { body } = stripe.notice(session, SECRET);
    expect(await receiveFundingWebhook(system(), body, stripe.notice(session, "whsec_other").signature)).toBe(false);
    const viewer = await newPerson("viewer", code);
    await expect(begin(await viewer.inAccount())).rejects.toMatchObject({ code: "access_denied" });
    overrideEnv({ stripe: undefined });
    await expect(begin(live, "1000")).rejects.toMatchObject({ code: "conflict" });
    overrideEnv({ stripe: { secretKey: "sk_test_platform", webhookSecret: SECRET } });
  });
});

describe("the chain, computed anew as a browser does it", () => {
  test("matches what the wallet holds, and every changed field of any entry breaks it", async () => {
    const ctx = await newWallet(100);
    await adjustWallet(system(), ctx.account.code, money("-12.3456"), "Ünïcode, 5:x,");
    await fundWallet(system(), ctx.account.code, money("0.0001"));
    const entries = await exportChain(ctx, 0);
    const { head, fault } = await verifyBatch(entries, START);
    expect(fault).toBeUndefined();
    expect(head).toEqual(await readChainHead(ctx));
    for (const field of Object.keys(entries[1]!) as (keyof (typeof entries)[1])[]) {
      const forged = entries.map((entry, i) => (i === 1 ? { ...entry, [field]: `${entry[field]}1` } : entry));
      expect((await verifyBatch(forged, START)).fault, field).toBeDefined();
    }
    expect((await verifyBatch([entries[0]!, entries[2]!], START)).fault).toContain("follows number 1");
  });
});
