import { afterAll, afterEach, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { deliverWebhooks } from "#server/domain/messaging/webhooks/index.ts";
import { requestCancel, settleAction } from "#server/domain/selling/actions/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { fulfilOrder, placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { getTopupOptions, type OpenedTopup, requestTopup } from "#server/domain/selling/topups/index.ts";
import { chargeDueTopups, followAutoTopups, refundSale, settleCheckout } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { isDatabaseBusy } from "#server/kernel/database-errors.ts";
import { type Database, database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { boughtForCard, openCardStore } from "#tests/support/auto-topups.ts";
import { type Lived, liveUntil } from "#tests/support/dying-process.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { goToPay, openLiveStore, readCheckout } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { until } from "#tests/support/until.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

// A process dies before each of its awaits in turn. What was begun is taken up, the client asks again, and in the end it
// happened once, wholly, or not at all.

const PACKAGE = "esimaccess-TR_1_7";
const simulator = await simulatedSupplier({ timeScale: 0.02 });
const stripe = await fakeStripe();
const receiver = await openReceiver();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => {
  stripe.close();
  receiver.close();
});

afterEach(async () => {
  await simulator.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
  const { orders } = await simulator.records();
  const sold = orders.flatMap(({ esims }) => esims).sort();
  const ours = await database().query<{ iccid: string }>(
    sql`select iccid from esims where environment = 'live' order by iccid`,
  );
  expect(ours.map(({ iccid }) => iccid)).toEqual(sold);
});

/** Every point takes minutes: `npm run faults:deaths`. Otherwise every twelfth, and those that are named. */
const STRIDE = process.env.DEATHS === "full" ? 1 : 12;

type Story<S> = {
  prepare(): Promise<S>;
  /** The life that ends too early. */
  live(db: Database, subject: S): Promise<unknown>;
  /** What was acknowledged must be there before anybody asks again. */
  afterDeath?(subject: S): Promise<void>;
  /** What the client does when it was not answered. */
  repeat?(subject: S): Promise<unknown>;
  isOver(subject: S): Promise<boolean>;
  check(subject: S): Promise<void>;
};

/**
 * Dies at one point after the other, then lets the jobs run and looks at each of the worlds that were left.
 *
 * @param musts where it dies in any case: lives differ in what they find in memory and how often they look
 */
async function sweep<S>(story: Story<S>, musts: string[]): Promise<void> {
  const subjects: { subject: S; lived: Lived<unknown> }[] = [];
  const ready: S[] = [];
  const dieAt = async (at: number | string) => {
    const subject = ready.pop() ?? (await story.prepare());
    const lived = await liveUntil(at, (db) => story.live(db, subject));
    await story.afterDeath?.(subject);
    subjects.push({ subject, lived });
    return lived.died;
  };
  // The first lives to its end, so that all others find the same in memory, and have the same points.
  await dieAt("nowhere");
  // What takes a supplier's time is made ready for all of them at once.
  const lives = Math.ceil(subjects[0]!.lived.points.length / STRIDE) + 1 + musts.length;
  ready.push(...(await Promise.all(Array.from({ length: lives }, () => story.prepare()))));
  for (let at = 0; await dieAt(at); at += STRIDE) expect(at).toBeLessThan(150);
  for (const must of musts) expect(await dieAt(must), must).toBe(true);
  // The bells of the dead have been rung: their engine gives their jobs to others.
  await Promise.all(subjects.map(({ subject }) => story.repeat?.(subject)));
  const open = new Set(subjects);
  const allOver = async () => {
    for (const one of open) if (await story.isOver(one.subject)) open.delete(one);
    return open.size === 0;
  };
  await runJobsUntil(allOver).catch(() => {
    throw new Error(`Left open after a death before: ${[...open].map(({ lived }) => lived.points.at(-1)).join("; ")}`);
  });
  for (const { subject, lived } of subjects)
    await story.check(subject).catch((error: Error) => {
      throw new Error(`After a death before "${lived.points.at(-1)}": ${error.message}`, { cause: error });
    });
}

const on = (db: Database, ctx: AccountCtx): AccountCtx => ({ ...ctx, db });
const pause = () => new Promise((resolve) => setTimeout(resolve, 60));

/** The state of a record, seen by one who lives. */
const statusOf = async (table: "orders" | "actions", id: number): Promise<string> =>
  one(
    await database().query<{ status: string }>(
      table === "orders"
        ? sql`select status from orders where id = ${id}::bigint`
        : sql`select status from actions where id = ${id}::bigint`,
    ),
  ).status;
const isOrderOver = async (id: number) => !["queued", "processing"].includes(await statusOf("orders", id));
const isActionOver = async (id: number) => ["succeeded", "failed"].includes(await statusOf("actions", id));

/** Takes the job of an order when it is due, as a worker does. A life that ends with it leaves it to `repeat`. */
async function takeJob(id: number): Promise<void> {
  const take = sql`delete from outbox_jobs where key = ${`fulfil-order:${id}`} and run_at <= now() returning id`;
  while ((await database().query(take)).length === 0) await pause();
}

/** Looks when it is time to and there is something to see, so that a life has the same points however fast it is. */
async function fulfilToEnd(db: Database, id: number): Promise<void> {
  while (!(await isOrderOver(id))) {
    for (const end = Date.now() + 3_000; Date.now() < end; await pause())
      if ((await simulator.records()).orders.every(({ delivered }) => delivered > 0)) break;
    await takeJob(id);
    await fulfilOrder(system({ db }), id);
  }
}

async function settleToEnd(db: Database, id: number): Promise<void> {
  for (; !(await isActionOver(id)); await pause()) await settleAction(system({ db }), id);
}

/** Refunds in the ledger whose cause begins so. */
async function refunds(cause: string): Promise<Money[]> {
  const rows = await database().query<{ amount: Money }>(
    sql`select amount from ledger_entries where type = 'refund' and cause like ${`${cause}:%`}`,
  );
  return rows.map(({ amount }) => amount);
}

/** Over as often as others were in the way, as the engine does it. */
const untilTaken = (work: () => Promise<unknown>) =>
  until(() =>
    work().then(
      () => true,
      (error) => {
        if (!isDatabaseBusy(error)) throw error;
        return false;
      },
    ),
  );
const again = (work: Promise<unknown>) =>
  work.catch((error) => {
    if (!isServiceError(error)) throw error;
  });

const { code } = await newAccount({ wallet: 1_000_000, markup: 20 });
const reseller = await enter(code);

type Placed = { key: string; acknowledged: number | null };
const place = async (ctx: AccountCtx, { key }: Pick<Placed, "key">, quantity = 3): Promise<number> => {
  const { response } = await placeOrder(ctx, { packageId: PACKAGE, quantity }, claim(key));
  const { id } = JSON.parse(response) as { id: number };
  return id;
};

const orderStory = (expected: string): Story<Placed> => ({
  prepare: async () => ({ key: ulid(), acknowledged: null }),
  async live(db, subject) {
    const id = await place(on(db, reseller), subject);
    subject.acknowledged = id;
    await fulfilToEnd(db, id);
  },
  async afterDeath({ acknowledged }) {
    if (acknowledged !== null) await statusOf("orders", acknowledged);
  },
  async repeat(subject) {
    const { acknowledged } = subject;
    const id = await place(reseller, subject);
    if (acknowledged !== null) expect(id).toBe(acknowledged);
    subject.acknowledged = id;
    await fulfilOrder(system(), id);
  },
  isOver: ({ acknowledged }) => isOrderOver(acknowledged!),
  async check({ acknowledged }) {
    const id = acknowledged!;
    expect(await statusOf("orders", id)).toBe(expected);
    const { delivered, unit } = one(
      await database().query<{ delivered: number; unit: Money }>(
        sql`select delivered_quantity as delivered, unit_price as unit from orders where id = ${id}::bigint`,
      ),
    );
    const paidBack = await refunds(`order:${id}`);
    expect(paidBack.map(String)).toEqual(delivered === 3 ? [] : [String(unit.times(3 - delivered))]);
    const ends = await database().query<{ type: string }>(sql`
      select type from events where account_id = ${reseller.account.id} and data::json -> 'order' ->> 'id' = ${String(id)} order by id`);
    expect(ends.map(({ type }) => type)).toEqual(["order.created", `order.${expected}`]);
  },
});

describe("a death before every await", () => {
  test.each([
    ["that is delivered", "ok", "delivered"],
    ["that the supplier rejects", "reject", "failed"],
    ["that is delivered in part", "partial", "partially_delivered"],
    ["whose outcome the supplier does not tell", "error_after", "delivered"],
  ])("of an order %s", async (_what, mode, expected) => {
    if (mode !== "ok") await simulator.set({ operation: "order", mode, quantity: 1 });
    await sweep(orderStory(expected), ["place_orders", "begin", "commit", "http POST", "settle_order"]);
  });

  async function deliveredOrder(): Promise<{ id: number; iccid: string; reference: string }> {
    const id = await place(reseller, { key: ulid() }, 2);
    await fulfilToEnd(database(), id);
    const [esim] = await database().query<{ iccid: string }>(
      sql`select iccid from esims where order_id = ${id}::bigint order by id limit 1`,
    );
    return { id, iccid: esim!.iccid, reference: `B2B-${id}` };
  }

  test.each([
    ["succeeds", "ok", "succeeded"],
    ["the supplier rejects", "reject", "failed"],
  ])("of a top-up that %s", async (_what, mode, expected) => {
    type Subject = { iccid: string; key: string; packageCode: string; id: number | null };
    const ask = async (ctx: AccountCtx, { iccid, key, packageCode }: Subject): Promise<number> => {
      const answer = ({ action }: OpenedTopup) => JSON.stringify({ action_id: action.id });
      const { response } = await requestTopup(ctx, { iccid, packageCode }, { ...claim<OpenedTopup>(key), answer });
      return (JSON.parse(response) as { action_id: number }).action_id;
    };
    if (mode !== "ok") await simulator.set({ operation: "topup", mode });
    await sweep<Subject>(
      {
        async prepare() {
          const { iccid } = await deliveredOrder();
          const { items } = await getTopupOptions(reseller, await getEsim(reseller, iccid));
          return { iccid, key: ulid(), packageCode: items[0]!.packageCode, id: null };
        },
        async live(db, subject) {
          subject.id = await ask(on(db, reseller), subject);
          await settleToEnd(db, subject.id);
        },
        async afterDeath({ id }) {
          if (id !== null) await statusOf("actions", id);
        },
        async repeat(subject) {
          const id = await ask(reseller, subject);
          if (subject.id !== null) expect(id).toBe(subject.id);
          subject.id = id;
          await settleAction(system(), id);
        },
        isOver: ({ id }) => isActionOver(id!),
        async check({ id, iccid }) {
          // What nobody knows to have been sent is looked for and paid back, and not sent again.
          const status = await statusOf("actions", id!);
          expect([expected, "failed"]).toContain(status);
          expect(await refunds(`action:${id}`)).toHaveLength(status === "failed" ? 1 : 0);
          const { topups } = await simulator.records();
          expect(topups.filter((one) => one.iccid === iccid)).toHaveLength(status === "failed" ? 0 : 1);
        },
      },
      ["request_topup", "http POST", "settle_actions"],
    );
  });

  test("of a cancel", async () => {
    await sweep<{ id: number; reference: string }>(
      {
        prepare: deliveredOrder,
        async live(db, { reference }) {
          const { actions } = await requestCancel(on(db, reseller), reference);
          for (const { id } of actions) await settleToEnd(db, id);
        },
        async repeat({ id, reference }) {
          await again(requestCancel(reseller, reference));
          const actions = await database().query<{ id: number }>(
            sql`select id from actions where order_id = ${id}::bigint and status in ('queued', 'processing', 'under_review')`,
          );
          for (const action of actions) await settleAction(system(), action.id);
        },
        isOver: async ({ id }) => (await statusOf("orders", id)) === "cancelled",
        async check({ id }) {
          const rows = await database().query<{ id: number; refunded: Money }>(
            sql`select id, refunded_amount as refunded from actions where order_id = ${id}::bigint and status = 'succeeded'`,
          );
          expect(rows).toHaveLength(2);
          for (const row of rows)
            expect((await refunds(`action:${row.id}`)).map(String)).toEqual([String(row.refunded)]);
        },
      },
      ["open_actions", "http POST", "settle_actions"],
    );
  });

  test("of a refund by hand", async () => {
    await sweep<{ id: number; reference: string }>(
      {
        prepare: deliveredOrder,
        live: (db, { reference }) => refundOrder(system({ db }), reference, "as agreed"),
        repeat: ({ reference }) => again(refundOrder(system(), reference, "as agreed")),
        isOver: async ({ id }) => (await statusOf("orders", id)) === "refunded",
        check: async ({ id }) => expect(await refunds(`order:${id}`)).toHaveLength(1),
      },
      ["refund_order", "begin"],
    );
  });

  test("of a webhook's delivery", async () => {
    // The dead live half a minute ago: what they had claimed is free now.
    const clock = { now: () => new Date(Date.now() - 30_000) };
    await sweep<{ endpointId: number; eventId: string }>(
      {
        async prepare() {
          const { ctx, id: endpointId } = await newEndpoint(`${receiver.origin}/${ulid()}`);
          const [eventId] = await announce({ ...ctx, clock: { now: () => new Date(Date.now() - 40_000) } });
          return { endpointId, eventId: eventId! };
        },
        live: (db, { endpointId }) => deliverWebhooks(system({ db, clock }), [endpointId]),
        isOver: async ({ eventId }) => {
          const rows = await database().query(
            sql`select d.id from deliveries d join events e on e.id = d.event_id where e.event_id = ${eventId} and d.status = 'delivered'`,
          );
          return rows.length === 1;
        },
        async check({ eventId }) {
          expect(receiver.received.some(({ headers }) => headers["x-svc-event-id"] === eventId)).toBe(true);
        },
      },
      ["claim_deliveries", "http POST", "book_attempts"],
    );
  });

  test.each([
    ["that is delivered", "ok", "delivered"],
    ["that is paid back", "reject", "refunded"],
  ])("of a checkout %s", async (_what, mode, expected) => {
    const shop = await openLiveStore({ wallet: 100_000 });
    if (mode !== "ok") await simulator.set({ operation: "order", mode });
    type Subject = { attempt: string; id: number | null };
    const buy = async (ctx: AccountCtx, subject: Subject) => {
      const { checkout } = await goToPay(ctx, PACKAGE, { attempt: { browser: "one", form: subject.attempt } });
      subject.id = checkout.id;
      stripe.pay((await readCheckout(checkout.id)).reference);
      return checkout.id;
    };
    const isOver = async (id: number) => {
      const { status, refunded } = await readCheckout(id);
      return status === expected && (expected === "delivered" || refunded.greaterThan(0));
    };
    await sweep<Subject>(
      {
        prepare: async () => ({ attempt: ulid(), id: null }),
        async live(db, subject) {
          const id = await buy(on(db, shop), subject);
          for (; !(await isOver(id)); await pause()) {
            await settleCheckout(system({ db }), id);
            const { orderId } = await readCheckout(id);
            if (orderId !== null) await fulfilToEnd(db, orderId);
          }
        },
        async afterDeath() {
          // A minute passes: the dead one's claim is over.
          await database().query(sql`update checkouts set busy_until = now() where busy_until > now()`);
        },
        async repeat(subject) {
          await settleCheckout(system(), await buy(shop, subject));
          const { orderId } = await readCheckout(subject.id!);
          if (orderId !== null) await fulfilOrder(system(), orderId);
        },
        isOver: ({ id }) => isOver(id!),
        async check({ id }) {
          const { reference } = await readCheckout(id!);
          const orders = await database().query(
            sql`select id from orders where client_reference = ${`storefront-${id}`}`,
          );
          expect(orders).toHaveLength(1);
          const back = stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${reference}`);
          expect(back).toHaveLength(expected === "refunded" ? 1 : 0);
        },
      },
      ["insert into checkouts", "http request", "place_orders", "settle_order"],
    );
  });
});

test("a refund by staff that cancels the eSIM with it", async () => {
  const shop = await openLiveStore();
  type Subject = { id: number; number: string; orderId: number; iccid: string; attempt: string };
  const ask = (ctx: AccountCtx, { number, attempt, iccid }: Subject) =>
    refundSale(ctx, { number, attempt, amount: money("0.50"), reason: "why", iccids: [iccid] });
  const back = async ({ id }: Subject) => {
    const { reference } = await readCheckout(id);
    return stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${reference}`);
  };
  const isRefunded = async ({ id }: Subject) => (await readCheckout(id)).refunded.greaterThan(0);
  const cancels = ({ orderId }: Subject) =>
    database().query<{ status: string; paymentKept: string | null }>(
      sql`select status, payment_kept from actions where order_id = ${orderId}::bigint and action = 'cancel'`,
    );
  await sweep<Subject>(
    {
      async prepare() {
        const { checkout } = await goToPay(shop, PACKAGE);
        const { id, number } = checkout;
        stripe.pay((await readCheckout(id)).reference);
        for (; (await readCheckout(id)).status !== "delivered"; await pause()) {
          await settleCheckout(system(), id);
          const { orderId } = await readCheckout(id);
          if (orderId !== null) await fulfilToEnd(database(), orderId);
        }
        const orderId = (await readCheckout(id)).orderId!;
        const { iccid } = one(
          await database().query<{ iccid: string }>(sql`select iccid from esims where order_id = ${orderId}::bigint`),
        );
        return { id, number, orderId, iccid, attempt: crypto.randomUUID() };
      },
      async live(db, subject) {
        await ask(on(db, shop), subject);
        for (; !(await isRefunded(subject)); await pause()) await settleCheckout(system({ db }), subject.id);
      },
      repeat: (subject) => ask(shop, subject),
      isOver: async (subject) => {
        const [cancel] = await cancels(subject);
        return cancel?.status === "succeeded" && (await isRefunded(subject));
      },
      async check(subject) {
        await settleCheckout(system(), subject.id);
        expect(await back(subject)).toMatchObject([{ amount: 50 }]);
        expect(await cancels(subject)).toMatchObject([{ paymentKept: expect.stringContaining("why") }]);
      },
    },
    ["decide_refund", "http request", "book_payment_refund"],
  );
});

test.each([
  ["that is delivered", "succeeded", "delivered"],
  ["whose card is declined", "declined", "abandoned"],
] as const)("a death before every await of an automatic top-up %s", async (_what, cards, expected) => {
  const shop = await openCardStore();
  type Subject = Awaited<ReturnType<typeof boughtForCard>> & { card: string };
  const live = async (db: Database, { checkouts }: Subject) => {
    await followAutoTopups(system({ db }));
    await chargeDueTopups(system({ db }));
    for (const { id } of await checkouts()) await settleCheckout(system({ db }), id);
  };
  // For all of them: whoever is made ready may be so while others are due.
  stripe.state.cards = cards;
  const statuses = async ({ checkouts }: Subject) => (await checkouts()).map(({ status }) => status);
  await sweep<Subject>(
    {
      async prepare() {
        const bought = await boughtForCard(shop, stripe);
        const { card } = await bought.begin();
        return { ...bought, card };
      },
      async live(db, subject) {
        // It is due from here on, alone.
        await subject.use(85);
        await live(db, subject);
      },
      async afterDeath() {
        // What the dead one had sent, or claimed, was a while ago.
        await database().query(sql`update checkouts set busy_until = now() where busy_until > now()`);
        await database().query(
          sql`update payments set sent_at = sent_at - interval '11 minutes' where status = 'open'`,
        );
      },
      repeat: (subject) => untilTaken(() => live(database(), subject)),
      isOver: async (subject) => (await statuses(subject)).join() === expected,
      async check(subject) {
        expect(await statuses(subject)).toEqual([expected]);
        const charges = stripe.intents.filter(({ payment_method }) => payment_method === subject.card);
        expect(charges.map(({ status }) => status)).toEqual([expected === "delivered" ? "succeeded" : "canceled"]);
        expect((await subject.auto()).status).toBe(expected === "delivered" ? "active" : "declined");
      },
    },
    ["insert into checkouts", "http request", "update payments", "commit"],
  );
  stripe.state.cards = "succeeded";
});
