import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { bookTransfer, getTrialBalance, sumJournal } from "#server/domain/money/books/index.ts";
import { adjustWallet, fundWallet, getReserved } from "#server/domain/money/ledger/index.ts";
import { acceptCancel, listActions, settleActions } from "#server/domain/selling/actions/index.ts";
import { findEsimById, nextState } from "#server/domain/selling/esims/index.ts";
import { placeOrder, refundOrder } from "#server/domain/selling/orders/index.ts";
import { operatorReports } from "#server/files/reports/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { connectionOptions, database, one, type Sql, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { newEventId, orderReference, ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { DAY, HOUR, after as shift } from "#server/kernel/time.ts";
import { newOperator } from "#tests/support/operators.ts";
import { whileTampered } from "#tests/support/tampered.ts";
import { until } from "#tests/support/until.ts";
import { sampleData } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

const db = database();
const packageOf = { costUsd: 4 };
let packageId: string;

beforeAll(async () => {
  packageId = (await newPackage(packageOf)).packageId;
});

/** The books of one account's orders: what moved since, by account, debits above zero. */
async function movesOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const { last } = one(
    await db.query<{ last: number }>(sql`select coalesce(max(id), 0) as last from journal_movements`),
  );
  await work();
  const rows = await db.query<{ account: string; amount: number }>(sql`
    select regexp_replace(account, '^wallet:.*$', 'wallet') as account, sum(amount)::float8 as amount from journal_lines where movement > ${last}
     group by 1 having sum(amount) <> 0`);
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

const order = async (ctx: AccountCtx, quantity: number): Promise<number> =>
  (JSON.parse((await placeOrder(ctx, { packageId, quantity }, claim())).response) as { id: number }).id;

type Part = { supplier?: string; delivered: number; cost?: number };

/** What suppliers answer, part by part, and the end of the order. */
async function deliver(orderId: number, quantity: number, parts: Part[]): Promise<number[]> {
  const esims: object[] = [];
  for (const [n, { supplier = "esimaccess", delivered, cost = 4 }] of parts.entries()) {
    const part = one(
      await db.query<{ id: number }>(sql`
        insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, created_at, updated_at)
        values (${orderId}, ${n + 1}, ${supplier}, 'P', ${ulid()}, ${Math.max(1, delivered)}, ${cost}, 'accepted', now(), now()) returning id`),
    );
    const made = Array.from({ length: delivered }, () => esimOf(part.id, supplier));
    esims.push(...made);
    await db.query(sql`
      update supplier_orders set status = ${delivered > 0 ? "delivered" : "rejected"}, profiles = ${JSON.stringify(made)}::jsonb, updated_at = now()
       where id = ${part.id}`);
  }
  const status = esims.length === quantity ? "delivered" : esims.length > 0 ? "partially_delivered" : "failed";
  await db.query(sql`
    select settle_order(${orderId}::bigint, ${status}, ${JSON.stringify(esims)}::jsonb, ${newEventId()}, ${`order.${status}`}, ${sampleData("order.delivered")}, now())`);
  return (await db.query<{ id: number }>(sql`select id from esims where order_id = ${orderId} order by id`)).map(
    ({ id }) => id,
  );
}

const esimOf = (partId: number, supplier: string) => ({
  ...{ supplier_order_id: partId, supplier_code: supplier, supplier_esim_id: ulid(), supplier_reference: "S" },
  ...{
    iccid: `89${String(Math.random()).slice(2, 19).padEnd(17, "0")}`,
    activation_code: `LPA:1$a$${ulid()}`,
    smdp_address: "a",
  },
  ...{ status: "ready", installation_status: "not_installed", supplier_status: "", supplier_smdp_status: "" },
  ...{ total_bytes: 1, used_bytes: 0, validity_days: 1 },
});

async function topUp(ctx: AccountCtx, esimId: number, orderId: number): Promise<number> {
  const row = {
    ...{
      account_id: ctx.account.id,
      environment: "live",
      esim_id: esimId,
      order_id: orderId,
      supplier_code: "esimaccess",
    },
    ...{ action: "topup", status: "queued", package_code: "T", package_name: "T", data_mb: 1, duration_days: 1 },
    ...{ unit_cost_usd: "2", amount: "3", currency: ctx.account.currency, charged: true, request_id: "r" },
    ...{ reference: ulid(), at: new Date() },
  };
  const { id } = one(
    await db.query<{ id: number }>(sql`
      select action_id as id from request_topup(${JSON.stringify(row)}::jsonb, 'POST /topups', ${ulid()}, '00', '{}')`),
  );
  return id;
}

async function endTopUp(id: number, succeeded: boolean) {
  const [action] = await listActions(db, [id]);
  const before = (await findEsimById(db, action!.esimId))!;
  const state = nextState(before, { totalBytes: before.totalBytes + 1 }, new Date());
  await settleActions(db, [{ action: action!, succeeded, esim: succeeded ? { before, state } : null }], new Date());
}

async function cancel(esimId: number, paysBack: boolean, topupsKept?: string[]) {
  const before = (await findEsimById(db, esimId))!;
  await acceptCancel(system(), before, nextState(before, { status: "cancelled" }, new Date()), {
    priceRefunded: paysBack,
    topupsRefunded: paysBack,
    ...(topupsKept && { topupsKept }),
  });
}

async function newReseller(wallet = 500) {
  const account = await newAccount({ wallet, markup: 25 });
  return { ...account, ctx: await enter(account.code) };
}

const failures = async (ctx = system()) => (await checkInvariants(ctx)).failures.map(({ invariant }) => invariant);

describe("the books follow the money", () => {
  test("deposits and corrections are the bank's and goodwill's; a card payment waits at the provider", async () => {
    const { id, code } = await newReseller();
    expect(await movesOf(() => fundWallet(system(), code, money(10)))).toEqual({ bank: 10, wallet: -10 });
    expect(await movesOf(() => adjustWallet(system(), code, money("-1.5"), "typed"))).toEqual({
      goodwill: -1.5,
      wallet: 1.5,
    });
    const reference = `FND-${ulid()}`;
    await db.query(sql`
      insert into funding_requests (account_id, reference, amount, currency, asked_by, asked_at, method)
      values (${id}, ${reference}, 7, 'USD', 'x', now(), 'card')`);
    const book = () =>
      db.query(
        sql`select book_wallet(${id}::int, 'deposit', 7, ${`deposit:${reference}`}, 'Card', 'card', 'x', now())`,
      );
    expect(await movesOf(book)).toEqual({ "clearing:stripe": 7, wallet: -7 });
    expect(await movesOf(book)).toEqual({});
  });

  test("what is charged is deferred until it is delivered or paid back; suppliers' prices are those that they took", async () => {
    const { ctx } = await newReseller();
    let id = 0;
    expect(await movesOf(async () => (id = await order(ctx, 4)))).toEqual({ wallet: 20, "deferred:USD": -20 });
    const parts = [
      { delivered: 1, cost: 3.5 },
      { delivered: 2, supplier: "airalo", cost: 4.1 },
    ];
    expect(await movesOf(() => deliver(id, 4, parts))).toEqual({
      ...{ "deferred:USD": 20, wallet: -5, "revenue:esimaccess": -5, "revenue:airalo": -10 },
      ...{ "cost:esimaccess": 3.5, "float:esimaccess": -3.5, "cost:airalo": 8.2, "float:airalo": -8.2 },
    });
    // The answer that says what was really taken may come last.
    const correct = () =>
      db.query(sql`update supplier_orders set unit_cost_usd = 4.2 where order_id = ${id} and supplier_code = 'airalo'`);
    expect(await movesOf(correct)).toEqual({ "cost:airalo": 0.2, "float:airalo": -0.2 });
    const failed = await order(ctx, 1);
    expect(await movesOf(() => deliver(failed, 1, [{ delivered: 0 }]))).toEqual({ "deferred:USD": 5, wallet: -5 });
    expect(await failures()).toEqual([]);
  });

  test("of two top-ups of a cancelled eSIM the one that its supplier gave back is paid back, and the other stays a cost", async () => {
    const { ctx } = await newReseller();
    const id = await order(ctx, 1);
    const [esim] = await deliver(id, 1, [{ delivered: 1, cost: 4 }]);
    for (let i = 0; i < 2; i++) await endTopUp(await topUp(ctx, esim!, id), true);
    expect(await movesOf(() => cancel(esim!, true, ["T"]))).toEqual({
      ...{ wallet: -8, "refunds:esimaccess": 8, "cost:esimaccess": -6, "float:esimaccess": 6 },
    });
    const actions = await db.prisma.action.findMany({ where: { esimId: esim! }, orderBy: { id: "desc" } });
    expect(actions.map(({ refundedAmount }) => Number(refundedAmount))).toEqual([5, 0, 3]);
    expect(actions[0]).toMatchObject({ topupsReturned: true, topupsKept: ["T"] });
    expect(await failures()).toEqual([]);
  });

  test("what turns up and belongs to nobody is paid for until it is given back", async () => {
    const { ctx } = await newReseller();
    const id = await order(ctx, 1);
    await deliver(id, 1, [{ delivered: 1 }]);
    const stray = (state: string) =>
      db.query(sql`
      update supplier_orders set stray = ${state}, stray_profiles = '[{}, {}]', updated_at = now() where order_id = ${id}`);
    expect(await movesOf(() => stray("waiting"))).toEqual({ "cost:esimaccess": 8, "float:esimaccess": -8 });
    expect(await movesOf(() => stray("kept"))).toEqual({});
    expect(await movesOf(() => stray("returned"))).toEqual({ "cost:esimaccess": -8, "float:esimaccess": 8 });
  });

  test("top-ups are earned when they are done; what is taken back is a refund, and a cost less where the supplier pays", async () => {
    const { ctx } = await newReseller();
    const id = await order(ctx, 3);
    const [first, second, third] = await deliver(id, 3, [{ delivered: 3, cost: 4 }]);
    let topup = 0;
    expect(await movesOf(async () => (topup = await topUp(ctx, first!, id)))).toEqual({
      wallet: 3,
      "deferred:USD": -3,
    });
    expect(await movesOf(() => endTopUp(topup, true))).toEqual({
      ...{ "deferred:USD": 3, "revenue:esimaccess": -3, "cost:esimaccess": 2, "float:esimaccess": -2 },
    });
    // The answer that says what was really taken may come last, for a top-up too.
    const correct = () => db.query(sql`update actions set unit_cost_usd = 2.5 where id = ${topup}`);
    expect(await movesOf(correct)).toEqual({ "cost:esimaccess": 0.5, "float:esimaccess": -0.5 });
    const lost = await topUp(ctx, second!, id);
    expect(await movesOf(() => endTopUp(lost, false))).toEqual({ "deferred:USD": 3, wallet: -3 });
    const stray = (is: string) =>
      db.query(sql`update actions set stray = ${is}, updated_at = now() where id = ${lost}`);
    expect(await movesOf(() => stray("waiting"))).toEqual({ "cost:esimaccess": 2, "float:esimaccess": -2 });
    expect(await movesOf(() => stray("kept"))).toEqual({});
    expect(await movesOf(() => cancel(first!, true))).toEqual({
      ...{ wallet: -8, "refunds:esimaccess": 8, "cost:esimaccess": -6.5, "float:esimaccess": 6.5 },
    });
    expect(await movesOf(() => cancel(second!, false))).toEqual({ wallet: -5, "refunds:esimaccess": 5 });
    expect(await movesOf(() => refundOrder(system(), orderReference(id), "goodwill"))).toEqual({
      ...{ wallet: -5, "refunds:esimaccess": 5 },
    });
    expect(third).toBeDefined();
    expect(await failures()).toEqual([]);
  });

  test("money between the business' own accounts is booked once, with its fee, over two currencies through the exchange", async () => {
    const of = { from: "clearing:stripe", to: "bank", amount: money(100), currency: "EUR", note: "payout" };
    const payout = () => bookTransfer(system(), { ...of, fee: money("2.9"), reference: "po_1" });
    expect(await movesOf(payout)).toEqual({ "clearing:stripe": -100, bank: 97.1, fees: 2.9 });
    expect(await payout()).toBe(false);
    const arrived = { amount: money(108), currency: "USD" };
    const fund = { ...of, from: "bank", to: "float:airalo", arrived, fee: money(1), reference: "wire 1" };
    expect(await movesOf(() => bookTransfer(system(), fund))).toEqual({
      ...{ bank: -100, fees: 1, "fx:EUR": 99, "fx:USD": -108, "float:airalo": 108 },
    });
    expect(await movesOf(payout)).toEqual({});
    const wrong: [string, object][] = [
      ["from", { from: "wallet:ACC-00000000" }],
      ["to", { to: "clearing:stripe" }],
      ["amount", { amount: money(0) }],
      ["fee", { fee: money(100) }],
      ["arrived", { arrived: { amount: money(99), currency: "EUR" } }],
      ["reference", { reference: " x " }],
      ["note", { note: " " }],
    ];
    for (const [field, change] of wrong)
      await expect(bookTransfer(system(), { ...of, reference: "another", ...change })).rejects.toMatchObject({
        details: { field },
      });
    expect(await failures()).toEqual([]);
  });

  test("orders of several accounts in one statement are each in the books; test orders are not", async () => {
    const resellers = await Promise.all(Array.from({ length: 4 }, () => newReseller(30)));
    const placed = await movesOf(() =>
      Promise.all(resellers.flatMap(({ ctx }) => Array.from({ length: 3 }, () => order(ctx, 1)))),
    );
    expect(placed).toEqual({ wallet: 60, "deferred:USD": -60 });
    const sandbox = await enter(resellers[0]!.code, "test");
    expect(await movesOf(() => order(sandbox, 5))).toEqual({});
    expect(await failures()).toEqual([]);
  });
});

describe("balances", () => {
  test("are those of any moment, summed up or not, and each line is summed up once", async () => {
    const start = shift(new Date(), -40 * DAY);
    const { code } = await newAccount();
    const account = `wallet:${code}`;
    const days = [0, 1, 1.5, 3];
    for (const day of days)
      await fundWallet(system({ clock: { now: () => shift(start, day * DAY) } }), code, money(10));
    const balance = async (at: Date) => {
      const { lines, totals } = await getTrialBalance(system(), { at, eachWallet: true });
      for (const { debit, credit } of totals) expect(debit.toString()).toBe(credit.toString());
      return lines.find((line) => line.account === account)?.credit.toNumber() ?? 0;
    };
    const moments = [-1, 0, 0.5, 1, 1.25, 1.5, 2, 3, 41].map((day) => shift(start, day * DAY));
    const expected = [0, 10, 10, 20, 20, 30, 30, 40, 40];
    const read = async () => await Promise.all(moments.map(balance));
    expect(await read()).toEqual(expected);
    expect(await sumJournal(system())).toBe(0);
    const later = system({ clock: { now: () => shift(new Date(), 2 * HOUR) } });
    const { n } = one(await db.query<{ n: number }>(sql`select count(*) as n from journal_movements`));
    const summed = await Promise.all([sumJournal(later), sumJournal(later), sumJournal(later)]);
    expect(summed.reduce((sum, one) => sum + one, 0)).toBe(n);
    expect(await read()).toEqual(expected);
    await fundWallet(system({ clock: { now: () => shift(start, 1.25 * DAY) } }), code, money(1));
    expect(await read()).toEqual([0, 10, 10, 20, 21, 31, 31, 41, 41]);
    expect(await failures()).toEqual([]);
  });

  test("totals that are not the sums are made anew, of what somebody is adding as well", async () => {
    const script = readFileSync(
      join(import.meta.dirname, "../../prisma/migrations/0250_totals_anew/migration.sql"),
      "utf8",
    );
    const [adds, mends] = [0, 1].map(() => new pg.Client(connectionOptions(env().databaseUrl!))) as [
      pg.Client,
      pg.Client,
    ];
    try {
      await Promise.all([adds.connect(), mends.connect()]);
      await adds.query("begin; select pg_advisory_xact_lock(hashtext('sum-journal'))");
      await adds.query("insert into journal_sums values ('bank', 'EUR', '2020-01-01', 5)");
      await mends.query("begin");
      await mends.query("update journal_totals set amount = amount + 1 where account = 'wallet'");
      await mends.query("insert into journal_totals values ('bank', 'USD', '2020-01-01', 7)");
      const { pid } = (await mends.query("select pg_backend_pid() as pid")).rows[0];
      let done = false;
      const mended = mends.query(script).finally(() => {
        done = true;
      });
      await until(async () => {
        const waiting = await db.query(sql`select from pg_locks where pid = ${pid} and not granted`);
        return done || waiting.length > 0;
      });
      await adds.query("commit");
      await mended;
      const { rows } = await mends.query(`
        select account, currency, day from (
          select account, currency, day, amount from journal_totals
          union all
          select regexp_replace(account, '^wallet:.*$', 'wallet'), currency, day, -amount from journal_sums
        ) x group by 1, 2, 3 having sum(amount) <> 0`);
      expect(rows).toEqual([]);
      const added = await mends.query("select amount from journal_totals where day = '2020-01-01'");
      expect(added.rows).toEqual([{ amount: "5.0000" }]);
    } finally {
      await Promise.all([adds.end(), mends.end()]);
      await db.query(sql`delete from journal_sums where day = '2020-01-01'`);
    }
  });

  test("what is reserved is what was charged and has no outcome", async () => {
    const { ctx } = await newReseller();
    const other = await newReseller();
    const id = await order(ctx, 2);
    const delivered = await order(ctx, 1);
    const [esim] = await deliver(delivered, 1, [{ delivered: 1 }]);
    await topUp(ctx, esim!, delivered);
    const { amount, items, count } = await getReserved(ctx);
    expect([amount.toNumber(), count]).toEqual([13, 2]);
    expect(items.map(({ orderReference: of, kind, amount: one }) => [of, kind, one.toNumber()])).toEqual([
      [orderReference(id), "order", 10],
      [orderReference(delivered), "topup", 3],
    ]);
    expect((await getReserved(other.ctx)).count).toBe(0);
    expect((await getReserved(await enter(ctx.account.code, "test"))).count).toBe(0);
  });
});

describe("people see", () => {
  test("operators: the trial balance of a day, and as a file with each wallet; what is reserved, by currency", async () => {
    const { ctx, code } = await newReseller();
    await order(ctx, 2);
    const { operator } = await (await newOperator("support")).api();
    const today = await operator.books.trialBalance({});
    expect(today.lines.find(({ account }) => account === "wallet")).toMatchObject({ kind: "liability", debit: "0.00" });
    for (const { debit, credit } of today.totals) expect(debit).toBe(credit);
    expect(await operator.books.trialBalance({ on: "2020-01-31" })).toMatchObject({ lines: [], totals: [] });
    const rows = await Array.fromAsync(
      operatorReports["trial-balance"]!.rows((await newOperator("support")).ctx as never, {}),
    );
    expect(rows.find((row) => row[1] === `wallet:${code}`)?.slice(1)).toEqual([
      `wallet:${code}`,
      "liability",
      "USD",
      "0.00",
      "490.00",
    ]);
    const [reserved] = (await operator.books.reserved()).filter(({ currency }) => currency === "USD");
    const { deferred } = one(
      await db.query<{ deferred: number }>(sql`
        select -sum(amount)::float8 as deferred from journal_lines where account = 'deferred:USD'`),
    );
    expect(Number(reserved!.amount)).toBe(deferred);
    expect((await operator.accounts.get(code)).money.reserved).toBe("10.00");
  });
});

describe("the journal", () => {
  test("takes no movement without two accounts and an amount, and nothing out again", async () => {
    for (const [debit, credit, amount] of [
      ["bank", "bank", 5],
      ["bank", "goodwill", 0],
      ["bank", "goodwill", -5],
    ])
      await expect(
        db.query(sql`
          insert into journal_movements (debit, credit, currency, amount, cause, at) values (${debit}, ${credit}, 'USD', ${amount}, 'x', now())`),
      ).rejects.toMatchObject({ constraint: "journal_movements_amount" });
    const changes = [
      sql`update journal_movements set amount = 1`,
      sql`delete from journal_movements`,
      sql`truncate journal_movements`,
    ];
    for (const change of changes) await expect(db.query(change)).rejects.toThrow(/append-only/);
  });

  const WALLET = expect.stringMatching(/^Each wallet stands/);
  const ENTRY = expect.stringMatching(/^Every entry of the ledger is in the journal/);
  const ZERO = expect.stringMatching(/^The trial balance is zero/);
  const REVENUE = expect.stringMatching(/^What was delivered is revenue/);
  const COST = expect.stringMatching(/^What suppliers keep/);
  const DEFERRED = expect.stringMatching(/^What is deferred/);
  const SUSPENSE = expect.stringMatching(/^Nothing is in suspense/);
  const SUMMED = expect.stringMatching(/^What is summed up/);
  const invent = (debit: string, credit: string, cause: string) =>
    sql`insert into journal_movements (debit, credit, currency, amount, cause, at) values (${debit}, ${credit}, 'USD', 5, ${cause}, now())`;
  const newest = (account: string) => sql`id = (select max(movement) from journal_lines where account like ${account})`;

  test.each<[string, Sql, unknown[]]>([
    ["a deleted deposit", sql`delete from journal_movements where ${newest("bank")}`, [WALLET, ENTRY]],
    [
      "a deleted charge",
      sql`delete from journal_movements where id = (select max(id) from journal_movements where credit like 'deferred:%')`,
      [WALLET, ENTRY, DEFERRED],
    ],
    ["a deleted delivery", sql`delete from journal_movements where ${newest("revenue:%")}`, [REVENUE, DEFERRED]],
    ["a deleted cost", sql`delete from journal_movements where ${newest("cost:%")}`, [COST]],
    [
      "a changed amount",
      sql`update journal_movements set amount = amount * 2 where ${newest("bank")}`,
      [WALLET, ENTRY],
    ],
    [
      "a movement in another currency",
      sql`update journal_movements set currency = 'EUR' where ${newest("bank")}`,
      [WALLET, ENTRY],
    ],
    [
      "revenue of another supplier",
      sql`update journal_movements set credit = 'revenue:airalo' where ${newest("revenue:esimaccess")}`,
      [REVENUE],
    ],
    ["an invented deposit", invent("bank", "wallet:ACC-00000000", "deposit:nobodys"), [ENTRY]],
    ["invented revenue", invent("deferred:USD", "revenue:airalo", "order:999999999:delivered"), [REVENUE, DEFERRED]],
    ["an invented cost", invent("cost:airalo", "float:airalo", "part:999999999"), [COST]],
    ["money moved behind everybody's back", invent("float:airalo", "bank", "because"), [ENTRY]],
    [
      "a transfer of more",
      sql`update book_transfers set amount = 101, arrived = 98.1 where reference = 'po_1'`,
      [ENTRY],
    ],
    ["money in suspense", invent("suspense", "bank", "because"), [ENTRY, SUSPENSE]],
    ["a changed sum", sql`update journal_sums set amount = amount + 1 where account = 'bank'`, [ZERO, SUMMED]],
    ["a changed total", sql`update journal_totals set amount = amount + 1 where account = 'wallet'`, [SUMMED]],
    ["an invented sum", sql`insert into journal_sums values ('bank', 'EUR', '2020-01-01', 5)`, [ZERO, SUMMED]],
  ])("svc audit finds %s", async (_what, tamper, found) => {
    expect(await failures()).toEqual([]);
    await whileTampered([tamper], async (ctx) => expect(await failures(ctx)).toEqual(expect.arrayContaining(found)));
  });

  test("is written for what was booked before there was one, as it would have been", async () => {
    const client = new pg.Client(connectionOptions(env().databaseUrl!));
    await client.connect();
    const balances = async () =>
      (
        await client.query(
          "select account, currency, sum(amount) as amount, count(*) as lines from journal_lines group by 1, 2 order by 1, 2",
        )
      ).rows;
    try {
      await client.query("begin");
      const before = await balances();
      expect(before.length).toBeGreaterThan(12);
      await client.query(`
        create temp table later on commit drop as table book_transfers;
        drop view journal_lines;
        drop function post_transfer, transfer_movements cascade;
        drop table book_transfers, journal_movements, journal_sums, journal_summed;
        drop function contra_account, post_entries, post_deliveries, post_part_cost, post_action, booked_movements, post_movement, part_cost,
          returned_cost, topup_cost, sum_journal, balances_at cascade`);
      for (const name of ["0080_journal", "0081_topup_cost"])
        await client.query(
          readFileSync(join(import.meta.dirname, "../../prisma/migrations", name, "migration.sql"), "utf8"),
        );
      await client.query("insert into book_transfers select * from later");
      const lines = ({ account, currency, amount }: { account: string; currency: string; amount: string }) => ({
        account,
        currency,
        amount,
      });
      // A cost that was corrected has one movement instead of two.
      expect((await balances()).map(lines)).toEqual(before.map(lines));
    } finally {
      await client.query("rollback");
      await client.end();
    }
  });
});
