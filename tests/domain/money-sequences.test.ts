import fc from "fast-check";
import { expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getTrialBalance } from "#server/domain/money/books/index.ts";
import { adjustWallet, fundWallet } from "#server/domain/money/ledger/index.ts";
import { changeCredit } from "#server/domain/reseller/accounts/index.ts";
import {
  acceptCancel,
  isOvertaken,
  listActions,
  requestCancel,
  settleAction,
  settleActions,
} from "#server/domain/selling/actions/index.ts";
import { settleAlone } from "#server/domain/selling/actions/settle-actions.ts";
import { findEsimById, nextState } from "#server/domain/selling/esims/index.ts";
import { placeOrder, refundOrder, spendKey } from "#server/domain/selling/orders/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { newEventId, orderReference, ulid } from "#server/kernel/ids.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

type Act =
  | { do: "fund"; cents: number }
  | { do: "paid"; cents: number; reference: number }
  | { do: "adjust"; cents: number }
  | { do: "credit"; limit: number; blocked: boolean }
  | { do: "order"; quantity: number; key: number; live: boolean }
  | { do: "capped"; quantity: number; by: "unit" | "total" }
  | { do: "spend"; quantity: number; key: number; late: boolean }
  | { do: "settle"; nth: number; delivered: number }
  | { do: "topup"; nth: number; cents: number }
  | { do: "topped"; nth: number; succeeded: boolean }
  | { do: "cancel"; nth: number; by: "reseller" | "supplier"; topups: boolean; kept: number }
  | { do: "refund"; nth: number }
  | { do: "late"; nth: number };

/** How often each comes, and what it is about. */
const kind = <K extends Act["do"]>(weight: number, name: K, about: object) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...about }) as unknown as fc.Arbitrary<Act>,
});
const nth = fc.nat(999);
const act: fc.Arbitrary<Act> = fc.oneof(
  kind(2, "fund", { cents: fc.integer({ min: 1, max: 20_000 }) }),
  kind(2, "paid", { cents: fc.integer({ min: 1, max: 2_000 }), reference: fc.nat(3) }),
  kind(1, "adjust", { cents: fc.integer({ min: -500, max: 500 }).filter((n) => n !== 0) }),
  kind(1, "credit", { limit: fc.integer({ min: 0, max: 50 }), blocked: fc.boolean() }),
  kind(8, "order", {
    quantity: fc.integer({ min: 1, max: 5 }),
    key: fc.integer({ min: 1, max: 300 }),
    live: fc.boolean(),
  }),
  kind(1, "capped", { quantity: fc.integer({ min: 1, max: 5 }), by: fc.constantFrom("unit", "total") }),
  kind(2, "spend", {
    quantity: fc.integer({ min: 1, max: 5 }),
    key: fc.integer({ min: 1, max: 300 }),
    late: fc.boolean(),
  }),
  kind(6, "settle", { nth, delivered: fc.nat(5) }),
  kind(5, "topup", { nth, cents: fc.integer({ min: 80, max: 160 }) }),
  kind(5, "topped", { nth, succeeded: fc.boolean() }),
  kind(3, "cancel", {
    nth,
    by: fc.constantFrom("reseller", "supplier"),
    topups: fc.boolean(),
    kept: fc.constantFrom(0, 0, 1, 2),
  }),
  kind(1, "refund", { nth }),
  kind(4, "late", { nth }),
);

type Open = { id: number; quantity: number };
type Topup = { id: number; cents: number };
/** A live eSIM: what a cancel of it would pay back is its price, unless that was, and of its top-ups those that its supplier does not keep. */
type Sold = { id: number; orderId: number; topup: Topup | null; topups: Topup[] };

/** What the books must say, kept in plain numbers of cents. */
type Model = {
  balance: number;
  limit: number;
  blocked: boolean;
  /** By payment reference, what was booked. */
  paid: Map<number, string>;
  answers: Map<string, { quantity: number; response: string }>;
  /** Keys under which nothing is ordered any more. */
  spent: Set<string>;
  open: Open[];
  sold: Sold[];
  /** Orders of which everything was paid back by hand. */
  refunded: Set<number>;
  /** What is over: a late answer to it changes nothing. */
  over: { orders: number[]; topups: number[] };
};

/** Resellers who act at the same time, each one step after the other: what they ask for comes together, as it does in the service. */
const RESELLERS = 40;
/** Of all of them; `npm run faults:money` takes ten times as many. */
const STEPS = Number(process.env.MONEY_STEPS ?? 4_000);
const ROUNDS = Math.ceil(STEPS / RESELLERS);
/** The whole audit reads everything: it comes now and then, and at the end. */
const AUDIT_EVERY = 40;
/** Steps that changed something, by kind. */
const effects = new Map<string, number>();
const count = (kind: string) => effects.set(kind, (effects.get(kind) ?? 0) + 1);

/** Something to cancel, top up and refund from the beginning; and what hardly ever comes by itself: of two top-ups one is kept. */
const START: Act[] = [
  { do: "fund", cents: 20_000 },
  { do: "order", quantity: 4, key: 101, live: true },
  { do: "settle", nth: 0, delivered: 4 },
  { do: "topup", nth: 0, cents: 90 },
  { do: "topped", nth: 0, succeeded: true },
  { do: "topup", nth: 0, cents: 150 },
  { do: "topped", nth: 0, succeeded: true },
  { do: "cancel", nth: 0, by: "reseller", topups: true, kept: 1 },
  { do: "order", quantity: 5, key: 102, live: true },
  { do: "settle", nth: 0, delivered: 3 },
];

const UNIT = 350;

type Reseller = { id: number; code: string; live: AccountCtx; sandbox: AccountCtx; model: Model };

async function newReseller(): Promise<Reseller> {
  const { id, code } = await newAccount({ markup: 0 });
  const [live, sandbox] = [await enter(code, "live"), await enter(code, "test")];
  const model = {
    balance: 0,
    limit: 0,
    blocked: false,
    paid: new Map(),
    answers: new Map(),
    spent: new Set<string>(),
    open: [],
    sold: [],
    refunded: new Set<number>(),
  };
  return { id, code, live, sandbox, model: { ...model, over: { orders: [], topups: [] } } };
}

test(
  "whatever the sequence of deposits, credit changes, orders, repeats, spent keys, settlements, top-ups, cancels, refunds and late answers: the books balance after each step",
  async () => {
    const { packageId } = await newPackage({ costUsd: 3.5 });
    const lives = fc.array(fc.array(act, { minLength: ROUNDS, maxLength: ROUNDS, size: "max" }), {
      minLength: RESELLERS,
      maxLength: RESELLERS,
      size: "max",
    });
    await fc.assert(
      fc.asyncProperty(lives, async (acts) => {
        const resellers: Reseller[] = [];
        for (const _ of acts) resellers.push(await newReseller());
        const since = await lastMovement();
        const scripts = acts.map((own) => [...START, ...own]);
        for (let round = 0; round < ROUNDS + START.length; round++) {
          await Promise.all(resellers.map((reseller, i) => perform(scripts[i]![round]!, reseller, packageId)));
          await checkBooks(resellers);
          expect(await readDeferred(since)).toBe(resellers.reduce((sum, { model }) => sum + chargedAndOpen(model), 0));
          if (round % AUDIT_EVERY === AUDIT_EVERY - 1) expect((await checkInvariants(system())).failures).toEqual([]);
        }
        await requireBalance();
        expect((await checkInvariants(system())).failures).toEqual([]);
      }),
      // Told at once, with its seed: making it smaller would take minutes.
      { numRuns: 1, endOnFailure: true },
    );
    // What is never reached shows nothing.
    for (const effect of [
      "topup",
      "topped",
      "cancel",
      "refund",
      "late",
      "paid twice",
      "spent",
      "bought before it was spent",
    ])
      expect(effects.get(effect), effect).toBeGreaterThan(STEPS / 200);
    expect(effects.get("kept"), "kept").toBeGreaterThanOrEqual(RESELLERS);
  },
  2 * PATIENCE_MS + STEPS * 20,
);

/**
 * One statement for all of them: the wallet is what the model says and what its entries come to, and the entries are what
 * orders and top-ups say was charged and paid back.
 */
async function checkBooks(resellers: Reseller[]): Promise<void> {
  const ids = resellers.map(({ id }) => id);
  const rows = await database().query<{ id: number; balance: Money; spendable: Money; faults: string }>(sql`
    with entries as (
      select account_id as id, count(*) as n, sum(amount) as total, max(sequence) as last, sum(amount) filter (where type = 'debit') as debits,
             sum(amount) filter (where type = 'refund') as refunds from ledger_entries where account_id = any(${ids}) group by 1
    ), sold as (
      select account_id as id, sum(total_amount) as charged, sum(refunded_amount) as refunded from orders
       where account_id = any(${ids}) and environment = 'live' group by 1
    ), topped as (
      select account_id as id, sum(amount) as charged, sum(refunded_amount) as refunded from actions
       where account_id = any(${ids}) and action = 'topup' group by 1)
    select w.account_id as id, w.balance,
           greatest(0, w.balance + case when w.credit_enabled and w.credit_status = 'active' then w.credit_limit else 0 end) as spendable,
           concat_ws(', ',
             case when w.balance <> coalesce(e.total, 0) then 'the sum of entries' end,
             case when (w.sequence, coalesce(e.n, 0)) is distinct from (coalesce(e.last, 0), coalesce(e.last, 0)) then 'the sequence' end,
             case when coalesce(-e.debits, 0) <> coalesce(s.charged, 0) + coalesce(t.charged, 0) then 'what was charged' end,
             case when coalesce(e.refunds, 0) <> coalesce(s.refunded, 0) + coalesce(t.refunded, 0) then 'what was paid back' end) as faults
      from wallets w left join entries e on e.id = w.account_id left join sold s on s.id = w.account_id left join topped t on t.id = w.account_id
     where w.account_id = any(${ids})`);
  const cents = (amount: Money) => amount.times(100).toNumber();
  const found = new Map(
    rows.map(({ id, balance, spendable, faults }) => [id, [cents(balance), cents(spendable), faults]]),
  );
  for (const { id, model } of resellers) {
    const usable = Math.max(0, model.balance + (model.blocked ? 0 : model.limit));
    expect(found.get(id)).toEqual([model.balance, usable, ""]);
  }
}

const lastMovement = async (): Promise<number> =>
  one(await database().query<{ id: number }>(sql`select coalesce(max(id), 0) as id from journal_movements`)).id;

/** Cents that were charged since then and neither delivered nor paid back; what was booked adds up to nothing. */
async function readDeferred(since: number): Promise<number> {
  const { deferred, all } = one(
    await database().query<{ deferred: Money; all: Money }>(sql`
      select -coalesce(sum(amount) filter (where account = 'deferred:USD'), 0) as deferred, coalesce(sum(amount), 0) as "all"
        from journal_lines where movement > ${since}`),
  );
  expect(all.toNumber()).toBe(0);
  return deferred.times(100).toNumber();
}

async function requireBalance(): Promise<void> {
  const { lines, totals } = await getTrialBalance(system());
  expect(lines.length).toBeGreaterThan(4);
  for (const { debit, credit } of totals) expect(debit.toString()).toBe(credit.toString());
}

const chargedAndOpen = ({ open, sold }: Model): number =>
  open.reduce((sum, { quantity }) => sum + quantity * UNIT, 0) +
  sold.reduce((sum, { topup }) => sum + (topup?.cents ?? 0), 0);

async function perform(step: Act, { model, code, live, sandbox }: Reseller, packageId: string): Promise<void> {
  switch (step.do) {
    case "fund":
      await fundWallet(system(), code, money(step.cents).dividedBy(100));
      model.balance += step.cents;
      return;
    case "paid":
      return await paidStep(step, model, code);
    case "capped":
      return await cappedStep(step, live, packageId);
    case "spend":
      return await spendStep(step, model, live, packageId);
    case "adjust":
      await adjustWallet(system(), code, money(step.cents).dividedBy(100), "correction");
      model.balance += step.cents;
      return;
    case "credit":
      await changeCredit(system(), code, {
        enabled: true,
        limit: money(step.limit),
        status: step.blocked ? "blocked" : "active",
      });
      [model.limit, model.blocked] = [step.limit * 100, step.blocked];
      return;
    case "order":
      return await orderStep(step, model, step.live ? live : sandbox, packageId);
    case "settle":
      return await settleStep(step, model);
    case "topup":
      return await topupStep(step, model, live);
    case "topped":
      return await toppedStep(step, model);
    case "cancel":
      return await cancelStep(step, model, live);
    case "refund":
      return await refundStep(step, model);
    case "late":
      return await lateStep(step, model);
  }
}

/** A payment that two people book at once, or that was booked before: it is in the wallet once, and the first entry is told. */
async function paidStep({ cents, reference }: Extract<Act, { do: "paid" }>, model: Model, code: string): Promise<void> {
  const book = () =>
    fundWallet(system(), code, money(cents).dividedBy(100), { reference: `${code} payment ${reference}` });
  const booked = await Promise.all([book(), book()]);
  const isNew = !model.paid.has(reference);
  expect(booked.filter(({ posted }) => posted)).toHaveLength(isNew ? 1 : 0);
  const entries = new Set(booked.map(({ ledgerReference }) => ledgerReference));
  expect(entries.size).toBe(1);
  const [entry] = entries;
  if (isNew) model.balance += cents;
  else count("paid twice");
  model.paid.set(reference, model.paid.get(reference) ?? entry!);
  expect(entry).toBe(model.paid.get(reference));
}

/** A price above what the caller wants to pay: nothing is charged, and the key is free. */
async function cappedStep(
  { quantity, by }: Extract<Act, { do: "capped" }>,
  ctx: AccountCtx,
  packageId: string,
): Promise<void> {
  const cap = money(UNIT).dividedBy(100).minus("0.0001");
  const caps = by === "unit" ? { maxUnitPrice: cap } : { maxTotalAmount: cap.times(quantity) };
  const refused = placeOrder(ctx, { packageId, quantity, ...caps }, claim(`capped-${ulid()}`, quantity));
  await expect(refused).rejects.toMatchObject({ code: "price_changed" });
}

/** Somebody gives money back for what another run is about to buy under the key: one of the two, whoever comes first. */
async function spendStep(
  { quantity, key, late }: Extract<Act, { do: "spend" }>,
  model: Model,
  ctx: AccountCtx,
  packageId: string,
): Promise<void> {
  const name = `true:${key}`;
  const wasBought = model.answers.has(name);
  const wasSpent = model.spent.has(name);
  const of = claim(String(key), quantity);
  const buying = placeOrder(ctx, { packageId, quantity }, of).catch((error) => {
    if (!isServiceError(error)) throw error;
    return null;
  });
  if (late) await buying;
  const [isSpent, response] = await Promise.all([spendKey(database(), ctx, of), buying]);
  const isBought = response !== null && !response.replayed;
  expect(isSpent).toBe(!wasBought && !isBought);
  if (wasSpent || wasBought) expect(isBought).toBe(false);
  if (isSpent) {
    model.spent.add(name);
    count("spent");
  }
  if (!isBought) return;
  count("bought before it was spent");
  model.answers.set(name, { quantity, response: response!.response });
  model.balance -= quantity * UNIT;
  model.open.push({ id: JSON.parse(response!.response).id, quantity });
}

/** Answers to what is over, by workers that slept: an order that failed was delivered, a top-up that failed was done, and the other way round. */
async function lateStep({ nth }: Extract<Act, { do: "late" }>, model: Model): Promise<void> {
  const orderId = at(model.over.orders, nth);
  if (orderId !== undefined) {
    const rows = await database().query<{ settled: boolean }>(sql`
      select settle_order(${orderId}::bigint, 'failed', '[]'::jsonb, ${newEventId()}, 'order.failed', ${sampleData("order.failed")}, now()) as settled`);
    expect(rows).toEqual([{ settled: false }]);
    count("late");
  }
  const id = at(model.over.topups, nth);
  if (id === undefined) return;
  const [action] = await listActions(database(), [id]);
  const late = [true, false].map((succeeded) =>
    settleAlone(database(), { action: action!, succeeded, esim: null }, new Date()),
  );
  expect(await Promise.all(late)).toEqual([false, false]);
  count("late");
}

const at = <T>(items: T[], nth: number): T | undefined => items[nth % Math.max(1, items.length)];

/** Asked for by two at once, by each twice: of an eSIM one is open at a time. */
async function topupStep({ nth, cents }: Extract<Act, { do: "topup" }>, model: Model, ctx: AccountCtx): Promise<void> {
  const esim = at(model.sold, nth);
  if (!esim) return;
  const { accountId, environment } = tenant(ctx);
  const row = {
    ...{ account_id: accountId, environment, esim_id: esim.id, order_id: esim.orderId, supplier_code: "esimaccess" },
    ...{ action: "topup", status: "queued", package_code: "T", package_name: "T", data_mb: 1, duration_days: 1 },
    ...{
      unit_cost_usd: "1",
      amount: String(cents / 100),
      currency: "USD",
      charged: true,
      request_id: "r",
      at: new Date(),
    },
  };
  const ask = (key: string) =>
    database().query<{ outcome: string; id: number | null }>(sql`
      select outcome, action_id as id from request_topup(${JSON.stringify({ ...row, reference: ulid() })}::jsonb, 'POST /topups', ${key}, '00', '{}')`);
  const keys = [ulid(), ulid()];
  const asked = await Promise.all([...keys, ...keys].map(async (key) => ({ key, ...one(await ask(key)) })));
  const opened = asked.find(({ outcome }) => outcome === "opened");
  const affordable = cents <= Math.max(0, model.balance + (model.blocked ? 0 : model.limit));
  expect(opened !== undefined).toBe(affordable && esim.topup === null);
  if (!opened) return;
  // The same key again is the same top-up, whatever else is open.
  expect(
    asked
      .filter(({ key }) => key === opened.key)
      .map(({ outcome }) => outcome)
      .sort(),
  ).toEqual(["opened", "replayed"]);
  esim.topup = { id: opened.id!, cents };
  count("topup");
  model.balance -= cents;
}

/** The supplier's answer, which two workers bring. */
async function toppedStep({ nth, succeeded }: Extract<Act, { do: "topped" }>, model: Model): Promise<void> {
  const esim = at(
    model.sold.filter(({ topup }) => topup !== null),
    nth,
  );
  if (!esim) return;
  const topup = esim.topup!;
  const [action] = await listActions(database(), [topup.id]);
  const before = (await findEsimById(database(), esim.id))!;
  const now = new Date();
  const state = nextState(before, { totalBytes: before.totalBytes + 1 }, now);
  const end = () =>
    settleActions(database(), [{ action: action!, succeeded, esim: succeeded ? { before, state } : null }], now).catch(
      (error) => {
        if (!isOvertaken(error)) throw error;
        return new Set<number>();
      },
    );
  const ended = await Promise.all([end(), end()]);
  expect(ended.map(({ size }) => size).sort()).toEqual([0, 1]);
  model.over.topups.push(topup.id);
  esim.topup = null;
  count("topped");
  if (succeeded) esim.topups.push(topup);
  else model.balance += topup.cents;
}

/** Accepted by the supplier, or its own idea, or both at once; of top-ups alike it keeps the newest. An open one of the eSIM ends with it. */
async function cancelStep(
  { nth, by, topups, kept }: Extract<Act, { do: "cancel" }>,
  model: Model,
  ctx: AccountCtx,
): Promise<void> {
  const esim = at(model.sold, nth);
  if (!esim) return;
  const before = (await findEsimById(database(), esim.id))!;
  const state = nextState(before, { status: "cancelled" }, new Date());
  const isRefunded = model.refunded.has(esim.orderId);
  if (by === "reseller" && !isRefunded)
    await requestCancel(ctx, orderReference(esim.orderId), { iccids: [before.iccid] });
  const accept = () =>
    acceptCancel(system(), before, state, {
      priceRefunded: topups,
      topupsRefunded: topups,
      topupsKept: Array.from({ length: kept }, () => "T"),
    }).catch((error) => {
      if (!isOvertaken(error)) throw error;
    });
  await Promise.all([accept(), accept(), accept()]);
  model.sold = model.sold.filter((other) => other !== esim);
  count("cancel");
  const returned = topups ? esim.topups.toSorted((a, b) => b.id - a.id).slice(kept) : [];
  if (topups && kept > 0 && returned.length > 0) count("kept");
  model.balance += (isRefunded ? 0 : UNIT) + returned.reduce((sum, { cents }) => sum + cents, 0);
  if (esim.topup === null) return;
  await settleAction(system(), esim.topup.id);
  const [topup] = await listActions(database(), [esim.topup.id]);
  // Never sent: it is paid back whatever the supplier gave back.
  expect(topup!.status).toBe("failed");
  model.balance += esim.topup.cents;
}

async function refundStep({ nth }: Extract<Act, { do: "refund" }>, model: Model): Promise<void> {
  const orders = [...new Set(model.sold.map(({ orderId }) => orderId))].filter((id) => !model.refunded.has(id));
  const id = at(orders, nth);
  if (id === undefined) return;
  const refund = () =>
    refundOrder(system(), orderReference(id), "goodwill").catch((error) => {
      if (!isServiceError(error)) throw error;
      return null;
    });
  const refunds = (await Promise.all([refund(), refund()])).filter((one) => one !== null);
  expect(refunds).toHaveLength(1);
  model.refunded.add(id);
  count("refund");
  model.balance += refunds[0]!.amount.times(100).toNumber();
  expect(refunds[0]!.amount.times(100).toNumber()).toBe(
    UNIT * model.sold.filter(({ orderId }) => orderId === id).length,
  );
}

async function orderStep(
  step: Extract<Act, { do: "order" }>,
  model: Model,
  ctx: AccountCtx,
  packageId: string,
): Promise<void> {
  const name = `${step.live}:${step.key}`;
  const known = model.answers.get(name);
  const price = step.live ? step.quantity * UNIT : 0;
  const affordable = price <= Math.max(0, model.balance + (model.blocked ? 0 : model.limit)) || !step.live;
  const outcome = await placeOrder(
    ctx,
    { packageId, quantity: step.quantity },
    claim(String(step.key), step.quantity),
  ).catch((error) => {
    if (!isServiceError(error)) throw error;
    return error.code;
  });
  if (model.spent.has(name)) {
    expect(outcome).toBe("conflict");
  } else if (known) {
    if (known.quantity === step.quantity) expect(outcome).toEqual({ response: known.response, replayed: true });
    else expect(outcome).toBe("conflict");
  } else if (!affordable) {
    expect(outcome).toBe("insufficient_balance");
  } else {
    if (typeof outcome === "string") throw new Error(`refused with ${outcome}`);
    expect(outcome.replayed).toBe(false);
    model.answers.set(name, { quantity: step.quantity, response: outcome.response });
    model.balance -= price;
    if (step.live) model.open.push({ id: JSON.parse(outcome.response).id, quantity: step.quantity });
  }
}

/** What the supplier took and delivered, at its price. */
async function deliverPart({ id, quantity }: Open, got: number): Promise<number> {
  const part = one(
    await database().query<{ id: number }>(sql`
      insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, created_at, updated_at)
      values (${id}, 1, 'esimaccess', 'P', ${ulid()}, ${quantity}, 3.1, 'accepted', now(), now()) returning id`),
  );
  await database().query(sql`
    update supplier_orders set status = ${got > 0 ? "delivered" : "rejected"}, updated_at = now(),
           profiles = (select jsonb_agg(jsonb_build_object('n', n)) from generate_series(1, ${got}::int) n) where id = ${part.id}`);
  return part.id;
}

async function settleStep({ nth, delivered }: Extract<Act, { do: "settle" }>, model: Model): Promise<void> {
  const order = at(model.open, nth);
  if (!order) return;
  const got = Math.min(delivered, order.quantity);
  const status = got === order.quantity ? "delivered" : got > 0 ? "partially_delivered" : "failed";
  const partId = await deliverPart(order, got);
  const esims = Array.from({ length: got }, (_, i) => ({
    supplier_order_id: partId,
    supplier_code: "esimaccess",
    supplier_esim_id: `e-${order.id}-${i}`,
    supplier_reference: "S",
    iccid: `89${String(order.id).padStart(12, "0")}${String(i).padStart(5, "0")}`,
    activation_code: `LPA:1$a$${order.id}-${i}`,
    smdp_address: "a",
    status: "ready",
    installation_status: "not_installed",
    supplier_status: "",
    supplier_smdp_status: "",
    total_bytes: 1,
    used_bytes: 0,
    validity_days: 1,
  }));
  const settle = () =>
    database().query<{ settled: boolean }>(sql`
      select settle_order(${order.id}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, ${`order.${status}`}, ${sampleData("order.delivered")}, now()) as settled`);
  // Asked for twice at once: it happens once.
  const settled = (await Promise.all([settle(), settle()])).flat().map((row) => row.settled);
  expect(settled.sort()).toEqual([false, true]);
  model.open = model.open.filter((other) => other !== order);
  model.over.orders.push(order.id);
  model.balance += (order.quantity - got) * UNIT;
  const sold = await database().query<{ id: number }>(
    sql`select id from esims where order_id = ${order.id} order by id`,
  );
  model.sold.push(...sold.map(({ id }) => ({ id, orderId: order.id, topup: null, topups: [] })));
}
