import { afterAll, afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { receivePaymentWebhook } from "#server/domain/money/payments/index.ts";
import { claimOccasion } from "#server/domain/shop/checkout/auto-topups/limit.ts";
import {
  chargeDueTopups,
  followAutoTopups,
  followCard,
  getLink,
  setAutoTopups,
  settleCheckout,
  stopAutoTopup,
  TRIGGERS,
  warnTravellers,
  withdrawAutoTopup,
} from "#server/domain/shop/checkout/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { DAY, HOUR } from "#server/kernel/time.ts";
import { boughtForCard, openCardStore, runAutoTopups } from "#tests/support/auto-topups.ts";
import { packageOf } from "#tests/support/bought.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { mailsTo, WEBHOOK_SECRET } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { system } from "#tests/support/world.ts";

// A traveller allows that more is bought by itself: once for each occasion, for no more than they agreed to, until somebody stops it.

await simulatedSuppliers(["esimaccess", "airalo"]);
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());
const shop = await openCardStore();
const traveller = () => boughtForCard(shop, stripe);

afterEach(async () => {
  stripe.state.cards = "succeeded";
  stripe.state.down = false;
  await setAutoTopups(shop, true);
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const chargesOf = (card: string) => stripe.intents.filter(({ payment_method }) => payment_method === card);
const mails = async () => (await mailsTo("traveller@example.com", shop.account.id)).filter((kind) => /auto/.test(kind));
const newest = async () => (await mails()).at(-1);

describe("at its moment", () => {
  test("one top-up is bought and charged once, by however many workers, and again when there is more to use up", async () => {
    const bought = await traveller();
    const { card } = await bought.begin({ kind: "data", at: 80 }, 2);
    expect(await newest()).toBe("auto-topup");
    await bought.use(79);
    await runAutoTopups(bought);
    expect(await bought.checkouts()).toEqual([]);
    await bought.use(81);
    const before = (await bought.esim()).totalBytes;
    await Promise.all([runAutoTopups(bought), runAutoTopups(bought)]);
    await runAutoTopups(bought);
    expect(await bought.checkouts()).toMatchObject([{ status: "delivered", paid: "paid" }]);
    expect(chargesOf(card)).toMatchObject([
      {
        amount: bought.option.price.times(100).toNumber(),
        status: "succeeded",
        metadata: { subject: expect.stringContaining("checkout-") },
      },
    ]);
    expect((await bought.esim()).totalBytes).toBeGreaterThan(before);
    // The next occasion, later: it is the last one that was allowed.
    await database().query(
      sql`update checkouts set created_at = created_at - interval '2 hours' where esim_id = ${bought.id}`,
    );
    await bought.use(95);
    await runAutoTopups(bought);
    expect(await bought.checkouts()).toHaveLength(2);
    expect(await bought.auto()).toMatchObject({ status: "used_up", used: 2 });
    await runAutoTopups(bought);
    expect(chargesOf(card)).toHaveLength(2);
    expect(stripe.detached).toContain(card);
  });

  test.each([3, 1] as const)("%i days before the end, not before", async (days) => {
    const bought = await traveller();
    const { card } = await bought.begin({ kind: "end", at: days });
    await bought.use(10);
    const end = (await bought.esim()).expiresAt!.getTime();
    const at = (ms: number) => system({ clock: { now: () => new Date(ms) } });
    expect(await chargeDueTopups(at(end - days * DAY - HOUR))).toBe(0);
    expect(await chargeDueTopups(at(end - days * DAY + HOUR))).toBe(1);
    expect(await chargeDueTopups(at(end - days * DAY + 2 * HOUR))).toBe(0);
    const [opened] = await bought.checkouts();
    await settleCheckout(system(), opened!.id);
    expect(chargesOf(card)).toHaveLength(1);
  });

  test("one that waits at its supplier holds up none of another supplier's", async () => {
    const [slow, other] = [await traveller(), await boughtForCard(shop, stripe, await packageOf("airalo"))];
    for (const bought of [slow, other]) {
      await bought.begin();
      await bought.use(85);
    }
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database().transaction(async (tx) => {
      await tx.query(sql`select from auto_topups where esim_id = ${slow.id} for no key update`);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    const charging = chargeDueTopups(system());
    try {
      await expect.poll(other.checkouts).toHaveLength(1);
      expect(await slow.checkouts()).toEqual([]);
    } finally {
      release.resolve();
      await holding;
      expect(await charging).toBe(2);
    }
    for (const bought of [slow, other]) await settleCheckout(system(), (await bought.checkouts())[0]!.id);
  });

  test("its mails say so and how it is stopped, and nobody is warned meanwhile", async () => {
    const bought = await traveller();
    await bought.begin();
    await bought.use(81);
    await chargeDueTopups(system());
    await warnTravellers(system());
    const [opened] = await bought.checkouts();
    const told = await database().query<{ kind: string }>(
      sql`select m.kind from mails m join esim_notices n on n.esim_id = ${bought.id} where m.kind = 'low-data' and n.notice like 'data:%' limit 1`,
    );
    expect(told).toEqual([]);
    await settleCheckout(system(), opened!.id);
    const kinds = await database().query<{ kind: string }>(
      sql`select kind from mails where checkout_id = ${opened!.id} order by id`,
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["order", "topup"]);
  });
});

describe("nothing is charged", () => {
  test.each(["declined", "authentication_required"] as const)(
    "when the card is %s: it ends, and is asked by mail",
    async (fault) => {
      const bought = await traveller();
      const { card } = await bought.begin();
      stripe.state.cards = fault;
      await bought.use(85);
      await runAutoTopups(bought);
      expect(await bought.checkouts()).toMatchObject([{ status: "abandoned", paid: "expired" }]);
      expect(await bought.auto()).toMatchObject({
        status: "declined",
        reason: expect.stringContaining("declined"),
        used: 0,
      });
      expect(await newest()).toBe("auto-topup-end");
      stripe.state.cards = "succeeded";
      await runAutoTopups(bought);
      // Nothing of it can be paid later.
      expect(chargesOf(card).map(({ status }) => status)).toEqual(["canceled"]);
    },
  );

  test("for more than was agreed to", async () => {
    const bought = await traveller();
    const { card } = await bought.begin();
    await database().query(sql`update auto_topups set max_price = max_price - 0.01 where esim_id = ${bought.id}`);
    await bought.use(85);
    await runAutoTopups(bought);
    expect([await bought.checkouts(), (await bought.auto()).status, await newest()]).toEqual([
      [],
      "changed",
      "auto-topup-end",
    ]);
    expect(chargesOf(card)).toEqual([]);
  });

  test("above the sum that was allowed, however many occasions come at once; what was paid back counts", async () => {
    const bought = await traveller();
    const { price } = bought.option;
    await expect(bought.allow(undefined, 10, price.minus(0.01))).rejects.toMatchObject({ code: "validation_error" });
    // A cent less than two cost.
    const most = price.times(2).minus(0.01);
    const { autoId, card } = await bought.begin({ kind: "data", at: 80 }, 10, most);
    const amount = price.times(0.6).toDecimalPlaces(2);
    const claim = (occasion: string, status = "opened", sum = amount, price = sum.toFixed()) =>
      database().transaction(async (tx) => {
        const said = await claimOccasion(tx, { id: autoId, occasion }, sum);
        if (said === "claimed")
          await tx.query(sql`
            insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, esim_id, topup_code, quantity, retail_price,
              unit_price, total_amount, currency, unit_cap, created_at, updated_at, paid_at, auto_topup_id, auto_occasion)
            select account_id, environment, 'topup', ${status}, ${occasion}, email, locale, package_id, package_name, ${bought.id}, 'x', 1, ${price}::numeric,
              ${price}::numeric, ${price}::numeric, currency, ${price}::numeric, now(), now(), case ${status} when 'refunded' then now() end, ${autoId}, ${occasion} from checkouts where id = (select checkout_id from auto_topups where id = ${autoId})`);
        return said;
      });
    expect(await claim("dear", "opened", price.plus(0.01))).toBe("changed");
    expect(await claim("paid back", "refunded")).toBe("claimed");
    // Two more fit, and no third.
    const many = await Promise.all(["a", "b", "c", "d", "e"].map((occasion) => claim(occasion)));
    expect(many.toSorted()).toEqual(["claimed", "claimed", "used_up", "used_up", "used_up"]);
    await database().query(sql`delete from checkouts where auto_topup_id = ${autoId}`);
    await bought.use(85);
    await runAutoTopups(bought);
    // What is left is less than one may cost: it is over, and its mail has said so.
    expect(await bought.auto()).toMatchObject({ status: "used_up", used: 1 });
    expect(chargesOf(card)).toHaveLength(1);
  });

  test("after it was stopped, also between opening and charging", async () => {
    const bought = await traveller();
    const { card } = await bought.begin();
    await bought.use(85);
    await chargeDueTopups(system());
    await stopAutoTopup(shop, bought.link, bought.id);
    await runAutoTopups(bought);
    expect(await bought.checkouts()).toMatchObject([{ status: "abandoned" }]);
    expect([(await bought.auto()).status, chargesOf(card)]).toEqual(["stopped", []]);
    await followAutoTopups(system());
    expect(stripe.detached).toContain(card);
    // It can be allowed anew.
    const again = await bought.begin();
    const { totalBytes } = await bought.esim();
    await runAutoTopups(bought);
    expect(chargesOf(again.card)).toHaveLength(1);
    // For what was bought nothing is bought again: also when what came of it is not known here yet.
    await stopAutoTopup(shop, bought.link, bought.id);
    const third = await bought.begin();
    await database().query(sql`update esims set total_bytes = ${totalBytes}::bigint where id = ${bought.id}`);
    await database().query(
      sql`update checkouts set created_at = created_at - interval '2 hours' where esim_id = ${bought.id}`,
    );
    await runAutoTopups(bought);
    expect(chargesOf(third.card)).toEqual([]);
  });

  test("while the shop does not offer it, and those that were allowed end", async () => {
    const bought = await traveller();
    const { card } = await bought.begin();
    await bought.use(85);
    await setAutoTopups(shop, false);
    await chargeDueTopups(system());
    expect(await bought.checkouts()).toEqual([]);
    await expect(bought.allow()).rejects.toMatchObject({ code: "access_denied" });
    await runAutoTopups(bought);
    expect([(await bought.auto()).status, await newest(), chargesOf(card)]).toEqual([
      "withdrawn",
      "auto-topup-end",
      [],
    ]);
  });

  test.each(["cancelled", "expired"])("on an eSIM that is %s", async (status) => {
    const bought = await traveller();
    await bought.begin();
    await bought.use(85);
    await database().query(sql`update esims set status = ${status} where id = ${bought.id}`);
    await runAutoTopups(bought);
    expect([await bought.checkouts(), (await bought.auto()).status]).toEqual([[], "over"]);
  });

  test("beside a top-up that is being paid by hand", async () => {
    const bought = await traveller();
    await bought.begin();
    await bought.use(85);
    await database().query(sql`
      insert into checkouts (account_id, environment, kind, status, attempt, email, locale, package_id, package_name, esim_id, topup_code, quantity, retail_price,
        unit_price, total_amount, currency, unit_cap, created_at, updated_at)
      select account_id, environment, 'topup', 'opened', 'by-hand-' || id, email, locale, package_id, package_name, ${bought.id}, 'x', 1, 1, 1, 1, currency, 1, now(), now()
        from checkouts where id = (select checkout_id from auto_topups where esim_id = ${bought.id})`);
    expect(await chargeDueTopups(system())).toBe(0);
    await database().query(sql`update checkouts set status = 'abandoned' where esim_id = ${bought.id}`);
    expect(await chargeDueTopups(system())).toBe(1);
  });
});

describe("a charge whose answer is lost", () => {
  test("is found at the provider, and made once", async () => {
    const bought = await traveller();
    const { card } = await bought.begin();
    await bought.use(85);
    await chargeDueTopups(system());
    const [opened] = await bought.checkouts();
    stripe.state.misbehave = (method, path) => (method === "POST" && path === "/v1/payment_intents" ? "lose" : null);
    await settleCheckout(system(), opened!.id);
    stripe.state.misbehave = () => null;
    await settleCheckout(system(), opened!.id);
    expect(await bought.checkouts()).toMatchObject([{ status: "delivered" }]);
    expect(chargesOf(card)).toHaveLength(1);
  });
});

describe("who may", () => {
  test("allow and stop it is whose link opens the eSIM", async () => {
    const [bought, other] = [await traveller(), await traveller()];
    await bought.begin();
    await expect(stopAutoTopup(shop, other.link, bought.id)).rejects.toMatchObject({ code: "resource_not_found" });
    const foreign = await openCardStore();
    const { iccid } = await bought.esim();
    await expect(stopAutoTopup(foreign, bought.link, bought.id)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(getLink(foreign, bought.token)).rejects.toMatchObject({ code: "resource_not_found" });
    await expect(withdrawAutoTopup(foreign, iccid)).rejects.toMatchObject({ code: "resource_not_found" });
    expect((await bought.auto()).status).toBe("active");
    await withdrawAutoTopup(shop, iccid);
    expect([(await bought.auto()).status, await newest()]).toEqual(["withdrawn", "auto-topup-end"]);
    await expect(withdrawAutoTopup(shop, iccid)).rejects.toMatchObject({ code: "conflict" });
  });

  test("no card is saved for one that was given up, and one eSIM has one", async () => {
    const bought = await traveller();
    await bought.allow();
    const first = await bought.auto();
    await bought.begin();
    expect((await bought.auto()).id).toBeGreaterThan(first.id);
    const card = stripe.saveCard(first.setupSession!);
    await followAutoTopups(system());
    expect(await bought.auto()).toMatchObject({ status: "active" });
    expect((await bought.auto()).card).not.toBe(card);
    await expect(bought.allow()).rejects.toMatchObject({ code: "conflict" });
    await expect(bought.allow({ kind: "data", at: 50 as 80 })).rejects.toMatchObject({ code: "validation_error" });
    expect(TRIGGERS).toHaveLength(4);
  });

  test("a card counts when the provider says that it was saved, however often it says so", async () => {
    const bought = await traveller();
    await bought.allow();
    const session = (await bought.auto()).setupSession!;
    const tell = (notice: { body: string; signature: string }) =>
      receivePaymentWebhook(system(), { accountCode: shop.account.code, environment: "test", ...notice });
    const asked = async () =>
      (await database().query(sql`select id from outbox_jobs where key = ${`take-card:${(await bought.auto()).id}`}`))
        .length;
    const mailsBefore = (await mails()).length;
    // Not saved yet, and another's secret.
    expect(await tell(stripe.notice(session, WEBHOOK_SECRET))).toBe("taken");
    await runJobsUntil(async () => (await asked()) === 0);
    expect((await bought.auto()).status).toBe("saving");
    expect(await tell(stripe.notice(session, "whsec_of_another"))).toBe("refused");
    const card = stripe.saveCard(session);
    const notice = stripe.notice(session, WEBHOOK_SECRET);
    expect(await Promise.all([tell(notice), tell(notice)])).toEqual(["taken", "taken"]);
    expect(await asked()).toBe(1);
    // The provider cannot be asked: the engine tries it again.
    stripe.state.down = true;
    const { id } = await bought.auto();
    await expect(followCard(system(), id)).rejects.toThrow();
    stripe.state.down = false;
    await runJobsUntil(async () => (await bought.auto()).status === "active");
    await followCard(system(), id);
    await followAutoTopups(system());
    expect(await tell(notice)).toBe("taken");
    expect(await asked()).toBe(0);
    expect(await bought.auto()).toMatchObject({ status: "active", card });
    expect((await mails()).slice(mailsBefore)).toEqual(["auto-topup"]);
    // Its page is over: it is given up.
    await stopAutoTopup(shop, bought.link, bought.id);
    await bought.allow();
    const { setupSession } = await bought.auto();
    stripe.expire(setupSession!);
    await tell(stripe.notice(setupSession!, WEBHOOK_SECRET));
    await runJobsUntil(async () => (await bought.auto()).status === "given_up");
  });

  test("a card that was saved while its page was closed counts with the next run", async () => {
    const bought = await traveller();
    await bought.allow();
    stripe.saveCard((await bought.auto()).setupSession!);
    await followAutoTopups(system());
    expect((await bought.auto()).status).toBe("active");
  });
});

test("cards of a shop whose provider cannot be asked, however many, hold up no other shop's", async () => {
  const away = await openCardStore();
  const [theirs, ours] = [await boughtForCard(away, stripe), await traveller()];
  await theirs.begin();
  const { card } = await ours.begin();
  await stopAutoTopup(away, theirs.link, theirs.id);
  await stopAutoTopup(shop, ours.link, ours.id);
  // Older than ours, and more than one run has room for.
  await database().query(sql`
    insert into auto_topups (id, account_id, environment, esim_id, checkout_id, status, email, locale, topup_code, package_name, trigger_kind, trigger_at,
      max_times, max_price, currency, provider, customer, card, created_at, updated_at)
    select -n, account_id, environment, esim_id, checkout_id, status, email, locale, topup_code, package_name, trigger_kind, trigger_at,
           max_times, max_price, currency, provider, customer, card, created_at, updated_at
      from auto_topups cross join generate_series(1, 600) n where esim_id = ${theirs.id}::bigint`);
  await database().query(
    sql`update payment_settings set secret_key = 'unreadable' where account_id = ${away.account.id}`,
  );
  await followAutoTopups(system());
  expect(stripe.detached).toContain(card);
  await database().query(sql`delete from auto_topups where id < 0`);
});
