import { describe, expect, test } from "vitest";
import { getPackage, previewRule } from "#server/domain/catalogue/catalog/index.ts";
import {
  findAccountId,
  listRateMoves,
  listRates,
  listRules,
  pinRate,
  refuseRate,
  removeRule,
  setRule,
  verifyRate,
} from "#server/domain/catalogue/pricing/index.ts";
import { approve, decline, requestApproval } from "#server/domain/control/approvals/index.ts";
import { whatClosingLeaves } from "#server/domain/control/closing/index.ts";
import { listConcerns, whatClosingStops } from "#server/domain/control/health/index.ts";
import { AUDIT_KINDS, listAuditRuns, requestAuditRun } from "#server/domain/control/invariants/index.ts";
import {
  listAnnouncements,
  listAnnouncementsFor,
  publishAnnouncement,
  withdrawAnnouncement,
} from "#server/domain/messaging/announcements/index.ts";
import { findBankAccount, requestFunding, setBankAccount } from "#server/domain/money/funding/index.ts";
import { adjustWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { changeCredit, createAccount, searchAccounts } from "#server/domain/reseller/accounts/index.ts";
import { listReviews, resolveReview } from "#server/domain/selling/actions/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";
import { deliveredOrder } from "#tests/support/delivered-order.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { movableClock } from "#tests/support/people.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount, newKey, newPackage, system } from "#tests/support/world.ts";

/** An action of a live eSIM whose outcome nobody knows. */
async function underReview(kind: "suspend" | "topup", { amount = 0 } = {}) {
  const { code } = await newAccount({ wallet: 20_000 });
  const ctx = await enter(code);
  const { packageId } = await newPackage();
  const { iccid } = await deliveredOrder(ctx, packageId);
  const { id } = one(
    await database().query<{ id: number }>(sql`
      insert into actions (account_id, environment, esim_id, order_id, supplier_code, action, status, amount, currency, charged, request_id,
        reference, package_name, created_at, updated_at)
      select account_id, environment, id, order_id, supplier_code, ${kind}, 'under_review', ${amount}, 'USD', ${kind === "topup"}, 'req_x',
             ${ulid()}, '1 GB', ${after(new Date(), -2 * DAY)}, now() from esims where iccid = ${iccid} returning id`),
  );
  return { code, ref: `ACT-${id}`, id };
}

const statusOf = async (id: number) =>
  one(await database().query<{ status: string }>(sql`select status from actions where id = ${id}`)).status;

describe("the review queue", () => {
  test("of two operators who decide at once one wins, the other is told", async () => {
    const [one, other] = [await newOperator(), await newOperator()];
    for (let round = 0; round < 5; round++) {
      const { ref, id } = await underReview("suspend");
      const both = await Promise.allSettled([
        requestApproval(one.ctx, {
          kind: "review",
          ref,
          as: "succeeded",
          withoutAnswer: true,
          reason: "It is suspended at the supplier",
        }),
        requestApproval(other.ctx, {
          kind: "review",
          ref,
          as: "failed",
          withoutAnswer: true,
          reason: "They say it never came",
        }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
      expect(await statusOf(id)).toBe(both[0]!.status === "fulfilled" ? "succeeded" : "failed");
      const { items } = await listAllAudit(one.ctx, { search: ref, limit: 5 });
      expect(items.filter(({ act }) => act === "review.resolve")).toHaveLength(1);
    }
  });

  test("a case with much at stake takes two people, and refunds once", async () => {
    const [asker, second] = [await newOperator(), await newOperator()];
    const { ref, id, code } = await underReview("topup", { amount: 8_000 });
    const ask = {
      kind: "review",
      ref,
      as: "failed",
      withoutAnswer: true,
      reason: "Not in the supplier's list",
    } as const;
    const { id: decision, status } = await requestApproval(asker.ctx, ask);
    expect(status).toBe("waiting");
    expect(await statusOf(id)).toBe("under_review");
    expect(await codeOf(requestApproval(second.ctx, ask))).toBe("conflict");
    expect(await codeOf(approve(asker.ctx, decision))).toBe("conflict");
    await approve(second.ctx, decision);
    expect(await statusOf(id)).toBe("failed");
    const [wallet] = await database().query<{ balance: string }>(sql`
      select w.balance::text from wallets w join accounts a on a.id = w.account_id where a.code = ${code}`);
    expect(wallet!.balance).toBe("28000.0000");
  });

  test("says of what is not there that it is not, and of what never waited that it never did", async () => {
    const decide = (ref: string, as: "failed" | "attached" = "failed") =>
      resolveReview(system(), ref, { as, note: "why", ...(as === "attached" && { order: "B2B-1" }) });
    for (const ref of ["B2B-999999999", "ACT-999999999", "REC-999999999"])
      await expect(decide(ref)).rejects.toMatchObject({
        code: "resource_not_found",
        message: expect.stringContaining(ref),
      });
    await expect(decide("REC-999999999", "attached")).rejects.toMatchObject({ code: "resource_not_found" });
    const { packageId } = await newPackage();
    const ctx = await enter((await newAccount({ wallet: 100 })).code);
    const { orderReference } = await deliveredOrder(ctx, packageId);
    await expect(decide(orderReference)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("never was"),
    });
  });

  test("shows what is open under a reference, with the time since", async () => {
    const { ref } = await underReview("suspend");
    expect(await listReviews(system(), { ref })).toMatchObject([{ ref, kind: "suspend", waiting: true, quantity: 1 }]);
    expect(await listReviews(system(), { ref: "ACT-999999999" })).toEqual([]);
  });
});

describe("exchange rates", () => {
  const held = async (currency: string) => (await listRates(system())).find((rate) => rate.currency === currency)!;

  test("are pinned by two operators, however near they are to the one in force", async () => {
    const [asker, second] = [await newOperator(), await newOperator()];
    await pinRate(system(), { currency: "SEK", rate: money(10), verified: true, ageMs: 0 });
    const ask = { kind: "rate", currency: "SEK", rate: money("10.1"), reason: "The source is down" } as const;
    expect(await codeOf(pinRate(asker.ctx, { ...ask, verified: true, ageMs: 0 }))).toBe("access_denied");
    const { id, status } = await requestApproval(asker.ctx, ask);
    expect(status).toBe("waiting");
    expect((await held("SEK")).rate.toString()).toBe("10");
    expect(await codeOf(approve(asker.ctx, id))).toBe("conflict");
    await approve(second.ctx, id);
    expect(await held("SEK")).toMatchObject({ held: null, fault: null, pinned: true });
    expect((await listRateMoves(system(), "SEK")).map(({ rate }) => rate.toString())).toEqual(["10.1", "10"]);
    expect(await codeOf(approve(second.ctx, id))).toBe("conflict");
  });

  test("that were asked for are as old as the wish, and after two days nobody can approve them", async () => {
    const [asker, second] = [await newOperator(), await newOperator()];
    const clock = movableClock();
    const ask = { kind: "rate", currency: "NOK", rate: money(20), reason: "The source is down" } as const;
    const { id } = await requestApproval(asker.ctx, ask);
    clock.move(49 * HOUR);
    expect(await codeOf(approve({ ...second.ctx, clock }, id))).toBe("conflict");
    await decline(second.ctx, id, "Too late");
    expect((await held("NOK"))?.pinned ?? false).toBe(false);
  });

  test("of the source that moved too far come into force when somebody vouches for them", async () => {
    const { ctx } = await newOperator("finance");
    await database().query(sql`
      insert into fx_held (currency, rate, source, source_date, fetched_at, held_at) values ('DKK', 9, 'ecb', now(), now(), now())`);
    await pinRate(system(), { currency: "DKK", rate: money(7), verified: true, ageMs: 0 });
    await verifyRate(ctx, "DKK");
    expect((await held("DKK")).rate.toString()).toBe("9");
    expect(await held("DKK")).toMatchObject({ held: null, pinned: false });
    expect(await codeOf(refuseRate(ctx, "DKK"))).toBe("conflict");
  });

  test("are vouched for while the daily file is taken: one of the two waits, and neither is undone", async () => {
    await pinRate(system(), { currency: "SEK", rate: money(10), verified: true, ageMs: 0 });
    await database().query(sql`
      insert into fx_held (currency, rate, source, source_date, fetched_at, held_at) values ('SEK', 9, 'ecb', now(), now(), now())`);
    const waits = () =>
      database().query(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%fx_%'`);
    let vouched: Promise<unknown> | undefined;
    await database().transaction(async (tx) => {
      await tx.query(sql`select currency from fx_rates order by currency for no key update`);
      vouched = codeOf(verifyRate(system(), "SEK"));
      await until(async () => (await waits()).length === 1);
      await tx.prisma.fxHeld.deleteMany({ where: { currency: "SEK" } });
    });
    expect(await vouched).toBe("conflict");
    expect(await held("SEK")).toMatchObject({ held: null, pinned: true });
  });

  test("alarm before they end, where somebody sells in them", async () => {
    const clock = movableClock();
    await newAccount({ currency: "PLN" });
    await pinRate(system({ clock }), { currency: "PLN", rate: money(4), verified: true, ageMs: 0 });
    const said = async () => (await listConcerns(system({ clock }))).filter(({ text }) => text.includes("PLN"));
    expect(await said()).toEqual([]);
    clock.move(37 * HOUR);
    expect(await said()).toMatchObject([{ area: "fx", urgent: false }]);
    clock.move(12 * HOUR);
    expect(await said()).toMatchObject([{ area: "fx", urgent: true }]);
  });
});

describe("bank accounts", () => {
  const bank = {
    currency: "EUR",
    holder: "Reseller Service GmbH",
    bank: "Musterbank",
    number: "de89 3704 0044 0532 0130 00",
    bic: "cobadeff",
    note: null,
  };

  test("are shown once a second operator has agreed, and not over one that was changed meanwhile", async () => {
    const [asker, second] = [await newOperator(), await newOperator()];
    const ask = { kind: "bank", bank, reason: "We moved to another bank" } as const;
    expect(await codeOf(setBankAccount(asker.ctx, bank))).toBe("access_denied");
    const { id, status } = await requestApproval(asker.ctx, ask);
    expect([status, await findBankAccount(database(), "EUR")]).toEqual(["waiting", null]);
    await approve(second.ctx, id);
    const shown = { currency: "EUR", number: "DE89370400440532013000", bic: "COBADEFF" };
    expect(await findBankAccount(database(), "EUR")).toMatchObject(shown);
    expect(await codeOf(requestApproval(asker.ctx, ask))).toBe("conflict");
    const later = await requestApproval(asker.ctx, { ...ask, bank: { ...bank, holder: "Somebody else" } });
    await setBankAccount(system(), { ...bank, bank: "Third bank" });
    expect(await codeOf(approve(second.ctx, later.id))).toBe("conflict");
    expect(await findBankAccount(database(), "EUR")).toMatchObject({
      ...shown,
      bank: "Third bank",
      holder: bank.holder,
    });
  });

  test.each([
    ["number", "DE89370400440532013001"],
    ["number", "DE8937040044053201300"],
    ["number", "1"],
    ["number", ""],
    ["bic", "COBA"],
    ["holder", " "],
    ["bank", ""],
    ["currency", "eur"],
  ])("of which %s is %j are refused by name", async (field, value) => {
    await expect(setBankAccount(system(), { ...bank, [field]: value })).rejects.toMatchObject({ details: { field } });
  });

  test("of countries without IBANs are taken as they are written", async () => {
    await setBankAccount(system(), {
      ...bank,
      currency: "USD",
      number: "021000021 / 1234567",
      bic: "",
      note: "ABA first",
    });
    expect(await findBankAccount(database(), "USD")).toMatchObject({ number: "021000021 / 1234567", bic: null });
  });
});

describe("price rules", () => {
  test("are previewed as they will be, are in force at once, and can be removed", async () => {
    const { code } = await newAccount({ markup: 10 });
    const { packageId, id } = await newPackage({ costUsd: 10, country: "IS" });
    const { ctx } = await newOperator();
    const target = {
      accountId: await findAccountId(ctx, code),
      supplierCode: null,
      countryCode: "IS",
      packageId: null,
    };
    const markup = { markupPercent: money(50), retailMarkupPercent: money(30) };
    const priceNow = async () => (await getPackage(await enter(code), packageId)).unitPrice.toString();
    expect(await priceNow()).toBe("11");
    const { changed, samples } = await previewRule(ctx, target, markup);
    expect(changed).toBe(1);
    expect(samples[0]).toMatchObject({ packageId });
    expect([samples[0]!.before.toString(), samples[0]!.after.toString()]).toEqual(["11", "15"]);
    expect(await priceNow()).toBe("11");
    expect(await codeOf(setRule(ctx, target, markup))).toBe("access_denied");
    await setRule(system(), target, markup);
    await setRule(system(), target, markup);
    expect(await priceNow()).toBe("15");
    expect(
      (await previewRule(ctx, { ...target, countryCode: null }, markup)).samples.map((one) => one.packageId),
    ).not.toContain(packageId);
    const rules = await listRules(ctx, target.accountId);
    expect(rules).toHaveLength(2);
    await removeRule(system(), target);
    expect(await priceNow()).toBe("11");
    expect(id).toBeGreaterThan(0);
  });

  test("say before they are set whose prices move and how far, and what would be sold for its cost", async () => {
    const { packageId } = await newPackage({ costUsd: 10, country: "FO" });
    const [own, alike] = [await newAccount({ markup: 10 }), await newAccount({ markup: 20 })];
    const { ctx } = await newOperator();
    const target = { accountId: null, supplierCode: null, countryCode: "FO", packageId: null };
    const markup = { markupPercent: money(20), retailMarkupPercent: money(30) };
    const [ownId, alikeId] = [await findAccountId(ctx, own.code), await findAccountId(ctx, alike.code)];
    const before = await previewRule(ctx, target, markup);
    // For a country: more specific than the accounts' own general rules, so that it holds for them too.
    expect(before.accounts.find(({ code }) => code === own.code)).toMatchObject({
      changed: 1,
      risen: 0,
      fallen: 0,
      count: 1,
    });
    expect(before.accounts.find(({ code }) => code === own.code)!.meanPercent).toBeCloseTo((120 / 110 - 1) * 100, 6);
    expect(before.accounts.map(({ code }) => code)).not.toContain(alike.code);
    // An account's own rule for the country is none of the others' business.
    await setRule(system(), { ...target, accountId: ownId }, { ...markup, markupPercent: money(90) });
    const free = { ...markup, markupPercent: money(0) };
    const after = await previewRule(ctx, target, free);
    expect(after.atCost).toBe(1);
    expect(after.accounts.map(({ code }) => code)).not.toContain(own.code);
    expect(after.accounts.find(({ code }) => code === alike.code)).toMatchObject({ changed: 1, fallen: 1 });
    const alone = await previewRule(ctx, { ...target, accountId: alikeId }, { ...markup, markupPercent: money(33) });
    expect(alone.accounts).toMatchObject([{ code: alike.code, changed: 1, risen: 1, fallen: 0 }]);
    expect((await getPackage(await enter(alike.code), packageId)).unitPrice.toString()).toBe("12");
  });

  test("keep the general one, and no markup is below zero or absurd", async () => {
    const { ctx } = await newOperator();
    const general = (await listRules(ctx, null)).find(
      (rule) => !rule.supplierCode && !rule.countryCode && !rule.packageId,
    )!;
    expect(await codeOf(removeRule(system(), general))).toBe("conflict");
    for (const percent of [-1, 1_001])
      expect(
        await codeOf(setRule(system(), general, { markupPercent: money(percent), retailMarkupPercent: money(30) })),
      ).toBe("validation_error");
  });
});

test("an account has a name, sells at or above cost, and its credit is a sum and a term that there are", async () => {
  const wrong = async (work: Promise<unknown>, field: string) =>
    await expect(work).rejects.toMatchObject({ code: "validation_error", details: { field } });
  const create = (change: object) =>
    createAccount(system(), { companyName: "N", email: "n@example.com", currency: "EUR", ...change });
  const before = await database().prisma.account.count();
  await wrong(create({ companyName: " " }), "companyName");
  await wrong(create({ companyName: "N".repeat(121) }), "companyName");
  for (const percent of [-5, 1_001]) await wrong(create({ markupPercent: money(percent) }), "markupPercent");
  await wrong(create({ creditLimit: money(-1) }), "limit");
  expect(await database().prisma.account.count()).toBe(before);
  const { code } = await create({ markupPercent: money(0), creditLimit: money(0) });
  await wrong(changeCredit(system(), code, { limit: money(-1) }), "limit");
  for (const days of [-1, 366, 999_999_999])
    await wrong(changeCredit(system(), code, { paymentTermsDays: days }), "paymentTermsDays");
});

test("a rate that no column holds is refused in words", async () => {
  for (const rate of ["0", "-1", "1000000000", "0.000000001"])
    await expect(
      pinRate(system(), { currency: "SEK", rate: money(rate), verified: true, ageMs: 0 }),
    ).rejects.toMatchObject({ code: "validation_error", details: { field: "rate" } });
});

test("closing an account says before what it leaves: what is owed either way, under way, and alive", async () => {
  const { ctx } = await newOperator("support");
  const { code } = await newAccount({ wallet: 100 });
  const nothing = { transfers: 0, orders: 0, actions: 0, purchases: 0, esims: 0, vouchers: 0, keys: 0 };
  const leaves = async () => {
    const { held, owed, shop: _shop, currency: _currency, ...rest } = await whatClosingLeaves(ctx, code);
    return { ...rest, held: held.toString(), owed: owed.toString() };
  };
  expect(await leaves()).toEqual({ ...nothing, held: "100", owed: "0" });
  const { packageId } = await newPackage({ costUsd: 10 });
  const inside = await enter(code);
  await deliveredOrder(inside, packageId);
  await requestFunding(inside, money(50));
  await newKey(code);
  await placeOrder(inside, { packageId, quantity: 1 }, claim());
  const held = (await getBalance(inside)).walletBalance.toString();
  expect(await leaves()).toEqual({ ...nothing, transfers: 1, orders: 1, esims: 1, keys: 1, held, owed: "0" });
  await changeCredit(system(), code, { enabled: true, limit: money(500) });
  await adjustWallet(system(), code, money(-300), "A correction");
  expect(Number((await leaves()).owed)).toBeGreaterThan(100);
  expect(await codeOf(whatClosingLeaves(ctx, "ACC-NOBODY"))).toBe("resource_not_found");
});

test("closing a supplier says before what it stops: what nobody else sells, and who bought of it", async () => {
  const { ctx } = await newOperator();
  const before = await whatClosingStops(ctx, "esimaccess");
  // Of its two new packages one has an equal of another supplier, and its country; the other has neither.
  const alone = await newPackage({ costUsd: 1, country: "NU" });
  const equal = await newPackage({ costUsd: 1, country: "TK" });
  await newPackage({ costUsd: 1, country: "TK", supplier: "airalo" });
  await database().query(sql`update packages set product_key = 'local:TK:equal' where country_code = 'TK'`);
  const { code } = await newAccount({ wallet: 100 });
  await deliveredOrder(await enter(code), alone.packageId);
  const after = await whatClosingStops(ctx, "esimaccess");
  expect(after).toEqual({
    ...before,
    packages: before.packages + 2,
    productsLost: before.productsLost + 1,
    countriesLost: [...before.countriesLost, "NU"].sort(),
    orders: before.orders + 1,
    accounts: before.accounts + 1,
  });
  expect(equal.id).toBeGreaterThan(0);
});

test("announcements are shown to whom they are for, while they last", async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const { ctx } = await newOperator();
  const title = ulid();
  const what = { tone: "info" as const, title, text: "Maintenance on Sunday.", startsAt: null, endsAt: null };
  await publishAnnouncement(ctx, { ...what, accountCode: one.code });
  const seenBy = async (code: string) =>
    (await listAnnouncementsFor(await enter(code))).some((item) => item.title === title);
  expect([await seenBy(one.code), await seenBy(other.code)]).toEqual([true, false]);
  const { id } = (await listAnnouncements(ctx)).find((item) => item.title === title)!;
  await withdrawAnnouncement(ctx, id);
  expect(await seenBy(one.code)).toBe(false);
  const past = { ...what, accountCode: null, endsAt: after(new Date(), -DAY) };
  expect(await codeOf(publishAnnouncement(ctx, past))).toBe("validation_error");
});

test("audits are carried out by the worker and keep their results", async () => {
  const { ctx, email } = await newOperator();
  expect(await requestAuditRun(ctx, "ledger")).toBe(true);
  expect(await requestAuditRun(ctx, "ledger")).toBe(false);
  await runJobsUntil(async () => (await listAuditRuns(ctx))[0]?.status !== "waiting");
  expect((await listAuditRuns(ctx))[0]).toMatchObject({
    kind: "ledger",
    status: "passed",
    askedBy: email,
    failures: [],
  });
});

test("an audit whose job is gone is taken up by the next night's, and by whoever asks again", async () => {
  const { ctx } = await newOperator();
  expect(await requestAuditRun(ctx, "ledger")).toBe(true);
  await database().query(sql`delete from outbox_jobs where job = 'audit-books'`);
  expect(await requestAuditRun(ctx, "ledger")).toBe(false);
  await runJobsUntil(async () => (await listAuditRuns(ctx))[0]?.status !== "waiting");
});

test("audits that are not made any more are something to look at, with an alert; one that ended half is none", async () => {
  const { ctx } = await newOperator();
  for (const kind of AUDIT_KINDS) await requestAuditRun(ctx, kind);
  await runJobsUntil(async () => (await listAuditRuns(ctx)).every(({ status }) => status !== "waiting"));
  const tomorrow = { ...ctx, clock: { now: () => after(new Date(), 37 * HOUR) } };
  const late = async () => (await listConcerns(tomorrow)).filter(({ alarm }) => alarm?.cause === "nightly-checks");
  expect(await late()).toMatchObject([{ alarm: { runbook: "nightly-checks" } }]);
  const run = { askedBy: "audit-nightly", askedAt: new Date(), finishedAt: after(new Date(), 36 * HOUR) };
  await database().prisma.auditRun.createMany({
    data: [
      { ...run, kind: "ledger", status: "passed" },
      { ...run, kind: "invariants", status: "broken" },
    ],
  });
  const { text } = one(await late());
  expect(text).toContain("Money and states were last checked whole 1 day ago.");
  expect(text).not.toContain("The ledger was");
});

test("accounts are found by a part of name, code or address; what people type is never a pattern", async () => {
  const { code } = await newAccount();
  const found = async (search: string) =>
    (await searchAccounts(system(), { search, limit: 50 })).items.map((item) => item.code);
  expect(await found(code.slice(4).toLowerCase())).toEqual([code]);
  expect(await found("%")).toEqual([]);
  expect(await found("_")).toEqual([]);
});
