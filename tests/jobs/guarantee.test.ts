import { afterAll, afterEach, describe, expect, test } from "vitest";
import { overrideSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { listUnsettled } from "#server/domain/control/health/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { adjustWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { findPayment, listPaymentRefunds, payInTest } from "#server/domain/money/payments/index.ts";
import { requestCancel } from "#server/domain/selling/actions/index.ts";
import { syncEsimsById } from "#server/domain/selling/esim-reports/index.ts";
import {
  findEsimById,
  findSandboxEsim,
  getSuccession,
  listHistory,
  listOrderEsims,
  liveSandboxEsim,
} from "#server/domain/selling/esims/index.ts";
import { getTopupOptions } from "#server/domain/selling/topups/index.ts";
import {
  getLink,
  listLines,
  redeemVoucher,
  refundSale,
  type StoreLink,
  settleCheckout,
  shareEsim,
  shareForTraveller,
  stopEsimMails,
  warnTravellers,
} from "#server/domain/shop/checkout/index.ts";
import {
  getGuarantee,
  openReplacement,
  readOffer,
  setGuarantee,
  settleReplacement,
  sweepReplacements,
} from "#server/domain/shop/guarantee/index.ts";
import { readInstallSheets, sendToCustomer } from "#server/domain/shop/handover/index.ts";
import { getSale, marginOf } from "#server/domain/shop/sales/index.ts";
import { createVouchers, readVoucherCodes } from "#server/domain/shop/vouchers/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { env, overrideEnv } from "#server/kernel/env.ts";
import { orderReference, randomBase62 } from "#server/kernel/ids.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { topUp } from "#tests/support/bought.ts";
import { heldBefore } from "#tests/support/held-before.ts";
import { ownTime } from "#tests/support/own-time.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { goToPay, mailsTo, openLiveStore, readCheckout } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { until } from "#tests/support/until.ts";
import { enter, newAccount, system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["esimaccess", "airalo", "esimgo"]);
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());

afterEach(async () => {
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const TRAVELLER = "traveller@example.com";
/** After an eSIM that was installed now has been silent long enough. */
const LATER = { now: () => new Date(Date.now() + 11 * MINUTE) };

/** What a supplier sells and another one too, for about as much; or that one for less than any third. */
async function sharedPlan(supplier: string, other?: string): Promise<string> {
  const [row] = await database().query<{ packageId: string }>(sql`
    select p.package_id from packages p join packages q on q.product_key = p.product_key and q.supplier_code <> p.supplier_code
     where p.supplier_code = ${supplier} and p.status = 'on_sale' and q.status = 'on_sale' and q.cost_usd <= p.cost_usd * 1.1
       and (${other ?? null}::text is null or q.supplier_code = ${other ?? null} and not exists (
         select from packages r where r.product_key = p.product_key and r.status = 'on_sale' and r.cost_usd <= q.cost_usd
            and r.supplier_code not in (p.supplier_code, q.supplier_code)))
     order by p.cost_usd, p.id limit 1`);
  return row!.packageId;
}

type Sold = { ctx: AccountCtx; later: AccountCtx; id: number; number: string; link: StoreLink; orderId: number };

type Installed = Sold & { esims: Awaited<ReturnType<typeof listOrderEsims>> };

/** A shop that guarantees connections, purchases in it that were delivered, and their eSIMs on travellers' phones. */
async function installedMany(
  shop: AccountCtx,
  monthly: number | null,
  plans: { supplier: string; quantity: number; other?: string | undefined; email?: string }[],
) {
  await setGuarantee(shop, monthly);
  const opened: Omit<Sold, "orderId">[] = [];
  for (const { supplier, other, ...buying } of plans) {
    const { checkout, token } = await goToPay(shop, await sharedPlan(supplier, other), buying);
    const { id, number } = checkout;
    stripe.pay((await readCheckout(id)).reference);
    const later = { ...shop, clock: LATER };
    opened.push({ ctx: shop, later, id, number, link: await getLink(shop, token) });
  }
  await Promise.all(opened.map(({ id }) => settleCheckout(system(), id)));
  const rows = () => Promise.all(opened.map(({ id }) => readCheckout(id)));
  await runJobsUntil(async () => (await rows()).every(({ status }) => status === "delivered"));
  const orders = (await rows()).map(({ orderId }) => orderId!);
  const esims = await install(orders);
  return opened.map((sale, i): Installed => ({ ...sale, orderId: orders[i]!, esims: esims[i]! }));
}

/** What was delivered by orders is on its travellers' phones, and known to be. */
async function install(orders: number[]) {
  const delivered = async () => await Promise.all(orders.map((orderId) => listOrderEsims(database(), orderId)));
  const esims = (await delivered()).flat();
  for (const { iccid } of esims) await suppliers.event(iccid, "install");
  const since = new Date();
  // What a supplier does not say in the short time that it has here, it is asked for again.
  await until(async () => {
    await syncEsimsById(
      system(),
      esims.map(({ id }) => id),
    );
    return (await delivered()).flat().every(({ syncedAt }) => syncedAt !== null && syncedAt >= since);
  });
  return await delivered();
}

async function installed({
  supplier = "esimaccess",
  other = undefined as string | undefined,
  quantity = 1,
  monthly = 10 as number | null,
} = {}) {
  const shop = await openLiveStore({ wallet: 5_000 });
  return one(await installedMany(shop, monthly, [{ supplier, other, quantity }]));
}

const ask = ({ later, link }: Sold, esimId: number) => openReplacement(later, link, esimId, { hasBars: false });

type Row = { id: number; status: string; reason: string | null; orderId: number | null };
const rowOf = async (esimId: number) =>
  (
    await database().query<Row>(sql`select id, status, reason, order_id from replacements where esim_id = ${esimId}`)
  )[0] ?? null;
const isOver = async (esimId: number) => ["replaced", "refused"].includes((await rowOf(esimId))?.status ?? "");
const ended = async (esimId: number) => {
  await runJobsUntil(() => isOver(esimId));
  return (await rowOf(esimId))!;
};
/** Asked for and judged; the run that did so has died. */
async function ordering(sale: Sold, esimId: number, judgedAt = new Date()): Promise<number> {
  await ask(sale, esimId);
  const { id } = (await rowOf(esimId))!;
  await database().query(sql`update replacements set status = 'cancelling' where id = ${id}`);
  await database().query(sql`update replacements set status = 'ordering', judged_at = ${judgedAt} where id = ${id}`);
  return id;
}
const ordersOf = async ({ account }: AccountCtx) =>
  await database().query<{ id: number; total: string }>(
    sql`select id, total_amount::text as total from orders where account_id = ${account.id} order by id`,
  );
/** What operators see of the account without an outcome, later than whatever was asked for here. */
const boardOf = async ({ account }: AccountCtx, at = new Date(Date.now() + 15 * MINUTE)) => {
  const { items } = await listUnsettled(system({ clock: { now: () => at } }));
  return items.filter(({ accountCode }) => accountCode === account.code);
};
const refundsOf = async ({ id }: Sold) => await listPaymentRefunds(database(), (await findPayment(database(), id))!.id);
const supplierOf = async (esimId: number) => (await findEsimById(database(), esimId))!.supplierCode;
const newEsimOf = async (orderId: number | null) => one(await listOrderEsims(database(), orderId!));

describe("an eSIM that stays silent", () => {
  test("whose supplier takes nothing back that was installed is replaced by another supplier's, at the reseller's cost", async () => {
    const sale = await installed();
    const { ctx, id, esims } = sale;
    const [first] = esims;
    expect(await readOffer(ctx, first!)).toMatchObject({ silent: true, replacement: null });
    await ask(sale, first!.id);
    const row = await ended(first!.id);
    expect(row).toMatchObject({ status: "replaced", reason: null });
    const second = await newEsimOf(row.orderId);
    expect(await supplierOf(second.id)).not.toBe("esimaccess");
    expect((await findEsimById(database(), first!.id))!.status).toBe("installed");
    const orders = await ordersOf(ctx);
    expect(orders).toHaveLength(2);
    const spent = orders.reduce((sum, { total }) => sum.plus(total), money(0));
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(money(5_000).minus(spent).toNumber());
    expect(await refundsOf(sale)).toEqual([]);
    expect(await mailsTo(TRAVELLER, ctx.account.id)).toEqual(["order", "delivery", "replacement"]);
    const record = await getSale(ctx, sale.number);
    expect(record.sale.cost!.toNumber()).toBe(spent.toNumber());
    expect(record.esims.map(({ iccid }) => iccid)).toEqual([first!.iccid, second.iccid]);
    // Nothing more is put on the first one, by whatever way, and what it says of itself is that it was replaced.
    const replaced = (await findEsimById(database(), first!.id))!;
    expect(await getSuccession(ctx, replaced)).toEqual({ isReplaced: true, replacedBy: second.iccid, replaces: null });
    expect(await getSuccession(ctx, second)).toEqual({ isReplaced: false, replacedBy: null, replaces: first!.iccid });
    expect(await getTopupOptions(ctx, replaced)).toMatchObject({ supported: false, items: [] });
    expect((await listHistory(ctx, replaced))[0]).toMatchObject({
      ...{ eventType: "esim.replaced", previousStatus: "installed", currentStatus: "installed", source: "guarantee" },
    });
    // Nobody is given the first one any more, and its reseller is told once when it connects after all.
    const given = { reference: orderReference(sale.orderId), iccids: [first!.iccid] };
    const refused = { code: "conflict", message: expect.stringContaining("another one takes its place") };
    await expect(readInstallSheets(ctx, given)).rejects.toMatchObject(refused);
    await expect(
      sendToCustomer(ctx, { ...given, recipient: "another@example.com", language: "en" }),
    ).rejects.toMatchObject(refused);
    await expect(shareForTraveller(ctx, first!.iccid)).rejects.toMatchObject(refused);
    await expect(shareEsim(ctx, sale.link, first!.id)).rejects.toMatchObject(refused);
    for (let i = 0; i < 2; i++) {
      await suppliers.event(first!.iccid, "usage");
      await syncEsimsById(system(), [first!.id]);
    }
    const notices = await database().query<{ text: string }>(
      sql`select text from notices where account_id = ${ctx.account.id} and kind = 'sale.replaced' order by id`,
    );
    expect(notices.map(({ text }) => text.includes(`${first!.iccid} of sale ${sale.number} was replaced`))).toEqual([
      false,
      true,
    ]);
    // It cannot be had a second time, neither for the first one nor for the one that replaces it.
    await ask(sale, first!.id);
    await ask(sale, second.id);
    await settleReplacement(system(), row.id);
    await settleCheckout(system(), id);
    expect(await ordersOf(ctx)).toHaveLength(2);
    expect(marginOf(record.sale)!.toNumber()).toBe(record.sale.totalAmount.minus(spent).toNumber());
  });

  test("is given back where its supplier allows that, and the traveller's payment stays", async () => {
    const sale = await installed({ supplier: "esimgo" });
    const { ctx, id, esims } = sale;
    await ask(sale, esims[0]!.id);
    const row = await ended(esims[0]!.id);
    expect(row.status).toBe("replaced");
    // It is not waited for when it takes long.
    await runJobsUntil(async () => (await findEsimById(database(), esims[0]!.id))!.status === "cancelled");
    const [, second] = await ordersOf(ctx);
    expect((await getBalance(ctx)).walletBalance.toNumber()).toBe(money(5_000).minus(second!.total).toNumber());
    await settleCheckout(system(), id);
    expect(await refundsOf(sale)).toEqual([]);
    expect(await mailsTo(TRAVELLER, ctx.account.id)).not.toContain("cancelled");
    // Whoever cancels the other one decides again, and by default the payment goes back: once.
    const other = await newEsimOf(row.orderId);
    await suppliers.reset();
    await requestCancel(ctx, orderReference(row.orderId!)).catch(() => null);
    await runJobsUntil(
      async () =>
        (
          await database().query(
            sql`select from actions where esim_id = ${other.id} and status in ('queued', 'processing')`,
          )
        ).length === 0,
    );
    const isCancelled = (await findEsimById(database(), other.id))!.status === "cancelled";
    for (let i = 0; i < 2; i++) await settleCheckout(system(), id);
    expect((await refundsOf(sale)).map(({ cause }) => cause)).toEqual(isCancelled ? [`esim:${esims[0]!.id}`] : []);
  });

  test("is asked about by mail, once, and never again when its traveller has stopped that or it has connected", async () => {
    const sale = await installed({ quantity: 2 });
    const [silent, online] = sale.esims;
    await suppliers.event(online!.iccid, "activate");
    const at = system({ clock: LATER });
    await stopEsimMails(sale.ctx, sale.link, silent!.id, { stopped: true });
    await warnTravellers(at);
    expect(await mailsTo(TRAVELLER, sale.ctx.account.id)).toEqual(["order", "delivery"]);
    await stopEsimMails(sale.ctx, sale.link, silent!.id, { stopped: false });
    await warnTravellers(at);
    await warnTravellers(at);
    expect((await mailsTo(TRAVELLER, sale.ctx.account.id)).filter((kind) => kind === "silent")).toHaveLength(1);
    const told = await database().query<{ esimId: number }>(
      sql`select esim_id from esim_notices where notice = 'silent' and esim_id = any(${sale.esims.map(({ id }) => id)}::bigint[])`,
    );
    expect(told.map(({ esimId }) => esimId)).toEqual([silent!.id]);
  });
});

test("travellers of one supplier are asked while another one answers nobody", async () => {
  const shop = await openLiveStore({ wallet: 5_000 });
  const [hangs, answers] = ["esimaccess", "esimgo"] as const;
  const plans = [hangs, answers].map((supplier) => ({ supplier, quantity: 1, email: `${supplier}@example.com` }));
  await installedMany(shop, 10, plans);
  const asked = async (supplier: string) =>
    (await mailsTo(`${supplier}@example.com`, shop.account.id)).filter((kind) => kind === "silent").length;
  const answer = Promise.withResolvers<void>();
  overrideSuppliers((supplier) => ({
    ...supplier,
    getEsims: async (...asked) => {
      if (supplier.code === hangs) await answer.promise;
      return await supplier.getEsims(...asked);
    },
  }));
  const warned = warnTravellers(system({ clock: LATER }));
  try {
    await until(async () => (await asked(answers)) === 1);
    expect(await asked(hangs)).toBe(0);
  } finally {
    answer.resolve();
    await warned;
    overrideSuppliers((supplier) => supplier);
  }
  expect(await asked(hangs)).toBe(1);
});

describe("an eSIM whose supplier does not report that it was installed", () => {
  /** After an hour nobody has to look at the code again. */
  const hours = (count: number) => ({ now: () => new Date(Date.now() + count * 60 * MINUTE) });

  test("is replaced an hour after its delivery, when its supplier has said twice, far apart, that it is silent: once a year for an address", async () => {
    const shop = await openLiveStore({ wallet: 5_000 });
    const sales = await installedMany(shop, 10, [
      { supplier: "airalo", quantity: 1, email: "Jo.Doe+one@Gmail.com" },
      { supplier: "airalo", quantity: 1, email: "jodoe@googlemail.com" },
      { supplier: "airalo", quantity: 1, email: "jodoe@example.com" },
    ]);
    const [sale, other, stranger] = sales as [Installed, Installed, Installed];
    const [esim] = sale.esims;
    expect(esim).toMatchObject({ status: "ready", installationStatus: "not_installed" });
    await ask(sale, esim!.id);
    expect(await rowOf(esim!.id)).toBeNull();
    await ask({ ...sale, later: { ...shop, clock: hours(1.1) } }, esim!.id);
    const { id } = (await rowOf(esim!.id))!;
    await settleReplacement(system(), id);
    // What was said may be twenty minutes old: it is asked again after them, and nothing is ordered before.
    expect(await rowOf(esim!.id)).toMatchObject({ status: "cancelling" });
    expect(await ordersOf(shop)).toHaveLength(3);
    await database().query(
      sql`update replacements set updated_at = updated_at - interval '22 minutes' where id = ${id}`,
    );
    const row = await ended(esim!.id);
    expect(row.status).toBe("replaced");
    expect(await supplierOf((await newEsimOf(row.orderId)).id)).not.toBe("airalo");
    expect(await refundsOf(sale)).toEqual([]);
    // The same traveller gets no other one of these, by whatever address of the same mailbox.
    const later = { ...other, later: { ...shop, clock: hours(2) } };
    expect(await readOffer(later.later, other.esims[0]!)).toMatchObject({ silent: true, unseen: true, from: null });
    await ask(later, other.esims[0]!.id);
    expect(await rowOf(other.esims[0]!.id)).toBeNull();
    // Somebody else does, for a month after the delivery.
    const offered = async (clock: ReturnType<typeof hours>) =>
      (await readOffer({ ...shop, clock }, stranger.esims[0]!)).from !== null;
    expect([await offered(hours(2)), await offered(hours(29 * 24)), await offered(hours(31 * 24))]).toEqual([
      ...[true, true, false],
    ]);
  });

  test("stands on the board under its own plan, once its supplier's news were waited for", async () => {
    const shop = await openLiveStore({ wallet: 5_000 });
    await setGuarantee(shop, 10);
    const [packageId, unseen] = [await sharedPlan("esimaccess"), await sharedPlan("airalo")];
    const { checkout, token } = await goToPay(shop, packageId, { more: [{ packageId: unseen, quantity: 1 }] });
    stripe.pay((await readCheckout(checkout.id)).reference);
    await settleCheckout(system(), checkout.id);
    await runJobsUntil(async () => (await readCheckout(checkout.id)).status === "delivered");
    const [, line] = await listLines(database(), checkout.id);
    const esim = await newEsimOf(line!.orderId);
    await openReplacement({ ...shop, clock: hours(1.1) }, await getLink(shop, token), esim.id, { hasBars: false });
    const { id } = (await rowOf(esim.id))!;
    await settleReplacement(system(), id);
    const { updatedAt } = await database().prisma.replacement.findUniqueOrThrow({ where: { id } });
    const toldAt = inTime(updatedAt, 21 * MINUTE);
    // It was asked for when that began, not an hour from now.
    await database().query(sql`update replacements set created_at = updated_at where id = ${id}`);
    expect(await boardOf(shop, toldAt)).toEqual([]);
    const [item, ...more] = await boardOf(shop, inTime(toldAt, MINUTE));
    expect(item).toMatchObject({
      ...{ kind: "replacement", ref: esim.iccid, supplier: "airalo", known: "unanswered", since: toldAt },
      ...{ what: line!.packageName, amount: line!.unitPrice },
    });
    expect(more).toEqual([]);
    // From then on it counts since its supplier has answered.
    const judgedAt = toldAt;
    await database().query(sql`update replacements set status = 'ordering', judged_at = ${judgedAt} where id = ${id}`);
    expect(await boardOf(shop, inTime(judgedAt, MINUTE))).toMatchObject([{ known: "paid", since: judgedAt }]);
    expect((await ended(esim.id)).status).toBe("replaced");
  });

  test("is not replaced when the second answer says that it has connected", async () => {
    const sale = await installed({ supplier: "airalo" });
    const [esim] = sale.esims;
    await ask({ ...sale, later: { ...sale.ctx, clock: hours(1.1) } }, esim!.id);
    const { id } = (await rowOf(esim!.id))!;
    await settleReplacement(system(), id);
    await suppliers.event(esim!.iccid, "usage");
    await database().query(
      sql`update replacements set updated_at = updated_at - interval '22 minutes' where id = ${id}`,
    );
    expect(await ended(esim!.id)).toMatchObject({ status: "refused", reason: "connected" });
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
  });
});

describe("nobody who is connected is given another one", () => {
  test("although that is not on record: the supplier is asked before", async () => {
    const sale = await installed();
    await suppliers.event(sale.esims[0]!.iccid, "activate");
    await ask(sale, sale.esims[0]!.id);
    expect(await ended(sale.esims[0]!.id)).toMatchObject({ status: "refused", reason: "connected" });
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
  });

  test("nor when the first use comes between the question and the order: the supplier is asked again", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    await ask(sale, esim!.id);
    const { id } = (await rowOf(esim!.id))!;
    // The cancel is not answered: the run waits in between.
    await suppliers.of("esimaccess").set({ operation: "cancel", mode: "timeout_before", times: 1 });
    await settleReplacement(system(), id);
    expect(await rowOf(esim!.id)).toMatchObject({ status: "cancelling" });
    // It waits for its cancel, which stands there for both.
    expect(await boardOf(sale.ctx)).toMatchObject([{ kind: "cancel", known: "waiting" }]);
    await suppliers.event(esim!.iccid, "usage");
    expect(await ended(esim!.id)).toMatchObject({ status: "refused", reason: "connected" });
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
  });

  test("nor while the supplier does not say: it is asked until it does, and within its time only", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    await ask(sale, esim!.id);
    const { id } = (await rowOf(esim!.id))!;
    await suppliers.of("esimaccess").set({ operation: "query", mode: "error_before" });
    await settleReplacement(system(), id);
    expect(await rowOf(esim!.id)).toMatchObject({ status: "asked" });
    expect(await boardOf(sale.ctx)).toMatchObject([
      { kind: "replacement", ref: esim!.iccid, supplier: "esimaccess", known: "unanswered", looks: 1, deadline: null },
    ]);
    await settleReplacement(system({ clock: { now: () => new Date(Date.now() + 61 * MINUTE) } }), id);
    expect(await rowOf(esim!.id)).toMatchObject({ status: "refused", reason: "unanswered" });
    expect(await boardOf(sale.ctx)).toEqual([]);
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
  });
});

describe("races", () => {
  test("two clicks and many runs at once are one replacement and one order", async () => {
    const sale = await installed({ supplier: "esimgo" });
    const [esim] = sale.esims;
    await Promise.all(Array.from({ length: 6 }, () => ask(sale, esim!.id)));
    const { id } = (await rowOf(esim!.id))!;
    await Promise.all(Array.from({ length: 6 }, () => settleReplacement(system(), id)));
    expect((await ended(esim!.id)).status).toBe("replaced");
    expect(await ordersOf(sale.ctx)).toHaveLength(2);
    expect(
      await database().query(sql`select from actions where esim_id = ${esim!.id} and action = 'cancel'`),
    ).toHaveLength(1);
  });

  test("a cancel whose outcome is unknown is waited for a while; whatever becomes of it, there is one eSIM more and no refund", async () => {
    const sale = await installed({ supplier: "esimgo" });
    const [esim] = sale.esims;
    await suppliers.of("esimgo").set({ operation: "cancel", mode: "timeout_after", times: 1 });
    await ask(sale, esim!.id);
    expect((await ended(esim!.id)).status).toBe("replaced");
    await runJobsUntil(async () => (await findEsimById(database(), esim!.id))!.status === "cancelled");
    await settleCheckout(system(), sale.id);
    expect(await refundsOf(sale)).toEqual([]);
    expect(await ordersOf(sale.ctx)).toHaveLength(2);
  });

  test("of two travellers with the last one of the month one gets it", async () => {
    const sale = await installed({ quantity: 3, monthly: 2 });
    await Promise.all(sale.esims.map(({ id }) => ask(sale, id)));
    const opened = await Promise.all(sale.esims.map(({ id }) => rowOf(id)));
    expect(opened.filter(Boolean)).toHaveLength(2);
    expect(await getGuarantee(sale.later)).toEqual({ monthly: 2, used: 2 });
    await runJobsUntil(
      async () => (await Promise.all(sale.esims.map(({ id }) => isOver(id)))).filter(Boolean).length === 2,
    );
  });

  test("staff refund it meanwhile: it is given back, and not replaced", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    await ask(sale, esim!.id);
    const { total: amount } = one(
      await database().query<{ total: Money }>(sql`select total_amount as total from checkouts where id = ${sale.id}`),
    );
    await refundSale(sale.ctx, { number: sale.number, attempt: crypto.randomUUID(), amount, reason: "Wanted it" });
    expect(await ended(esim!.id)).toMatchObject({ status: "refused", reason: "refunded" });
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
  });

  test("a wallet that does not cover it is seen before anything is cancelled", async () => {
    const sale = await installed({ supplier: "esimgo" });
    const { ctx, esims } = sale;
    const { walletBalance } = await getBalance(ctx);
    await adjustWallet(system(), ctx.account.code, walletBalance.negated().plus("0.01"), "Emptied for a test");
    await ask(sale, esims[0]!.id);
    expect(await ended(esims[0]!.id)).toMatchObject({ status: "refused", reason: "insufficient_balance" });
    expect((await findEsimById(database(), esims[0]!.id))!.status).toBe("installed");
    expect(await database().query(sql`select from actions where esim_id = ${esims[0]!.id}`)).toEqual([]);
  });

  test("a wallet that is emptied meanwhile: what was cancelled by then goes back to the traveller, once", async () => {
    const sale = await installed({ supplier: "esimgo" });
    const { ctx, esims } = sale;
    const { walletBalance } = await getBalance(ctx);
    const [before] = await ordersOf(ctx);
    await ask(sale, esims[0]!.id);
    await settleReplacement(system(), (await rowOf(esims[0]!.id))!.id);
    await adjustWallet(system(), ctx.account.code, walletBalance.negated().plus("0.01"), "Emptied for a test");
    // What came back for the first one is spent elsewhere before the other is ordered.
    const isCancelled = async () => (await findEsimById(database(), esims[0]!.id))!.status === "cancelled";
    await runJobsUntil(isCancelled, { without: ["replace-esim"] });
    await adjustWallet(system(), ctx.account.code, money(before!.total).negated(), "Emptied again");
    await settleReplacement(system(), (await rowOf(esims[0]!.id))!.id);
    expect(await ended(esims[0]!.id)).toMatchObject({ status: "refused", reason: "insufficient_balance" });
    await runJobsUntil(
      async () => (await refundsOf(sale)).every(({ doneAt }) => doneAt) && (await refundsOf(sale)).length === 1,
    );
    expect((await refundsOf(sale)).map(({ cause }) => cause)).toEqual([`esim:${esims[0]!.id}`]);
    expect(await mailsTo(TRAVELLER, ctx.account.id)).toContain("cancelled");
  });

  test("a run that is late buys nothing once another one has refused", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    const id = await ordering(sale, esim!.id);
    const { db, isHeld, release } = heldBefore("place_orders");
    const late = settleReplacement(system({ db }), id);
    await isHeld;
    await suppliers.event(esim!.iccid, "activate");
    // Its claim has ended, and what it was told by the supplier is old.
    await settleReplacement(system({ clock: { now: () => new Date(Date.now() + 3 * MINUTE) } }), id);
    expect(await rowOf(esim!.id)).toMatchObject({ status: "refused", reason: "connected" });
    const { walletBalance } = await getBalance(sale.ctx);
    release();
    await late;
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
    expect((await getBalance(sale.ctx)).walletBalance.toNumber()).toBe(walletBalance.toNumber());
    expect(await rowOf(esim!.id)).toMatchObject({ status: "refused" });
  });

  test("what a late run has ordered just before another one refuses is kept", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    const id = await ordering(sale, esim!.id);
    const first = heldBefore("place_orders");
    const late = settleReplacement(system({ db: first.db }), id);
    await first.isHeld;
    await suppliers.event(esim!.iccid, "activate");
    const second = heldBefore("from wallets where");
    const refusing = settleReplacement(
      system({ db: second.db, clock: { now: () => new Date(Date.now() + 3 * MINUTE) } }),
      id,
    );
    await second.isHeld;
    first.release();
    await late;
    second.release();
    await refusing;
    expect((await ended(esim!.id)).status).toBe("replaced");
    expect(await ordersOf(sale.ctx)).toHaveLength(2);
  });

  test("a supplier that falls silent while another one is ordered is asked within its time only", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    const id = await ordering(sale, esim!.id, new Date(Date.now() - 2 * MINUTE));
    await suppliers.of("esimaccess").set({ operation: "query", mode: "error_before" });
    await settleReplacement(system(), id);
    expect(await rowOf(esim!.id)).toMatchObject({ status: "ordering" });
    await settleReplacement(system({ clock: { now: () => new Date(Date.now() + 61 * MINUTE) } }), id);
    expect(await rowOf(esim!.id)).toMatchObject({ status: "refused", reason: "unanswered" });
    expect(await ordersOf(sale.ctx)).toHaveLength(1);
  });

  test("an eSIM is either topped up or replaced, whichever comes first while the other one is under way", async () => {
    const sale = await installed({ quantity: 2 });
    const [replaced, topped] = sale.esims;
    const charged = heldBefore("request_topup");
    const late = expect(topUp({ ...sale.ctx, db: charged.db }, replaced!.iccid)).rejects.toMatchObject({
      code: "topup_not_supported",
    });
    await charged.isHeld;
    await ask(sale, replaced!.id);
    const { walletBalance } = await getBalance(sale.ctx);
    charged.release();
    await late;
    expect((await getBalance(sale.ctx)).walletBalance.toNumber()).toBe(walletBalance.toNumber());
    const asked = heldBefore("hashtextextended('esim:'");
    const asking = ask({ ...sale, later: { ...sale.later, db: asked.db } }, topped!.id);
    await asked.isHeld;
    await topUp(sale.ctx, topped!.iccid);
    asked.release();
    await asking;
    expect(await rowOf(topped!.id)).toBeNull();
    expect((await ended(replaced!.id)).status).toBe("replaced");
  });

  test("suppliers that cannot be sent an order for a moment are waited for, before the cancel and after it, within their time only", async () => {
    const sale = await installed({ quantity: 2 });
    const [first, second] = sale.esims;
    const others = (balance: number | null) =>
      database().query(sql`update suppliers set balance_usd = ${balance}::numeric where code <> 'esimaccess'`);
    const muchLater = system({ clock: { now: () => new Date(Date.now() + 61 * MINUTE) } });
    await others(0);
    try {
      // It is offered, and who asks gets it once it can be had.
      await ask(sale, first!.id);
      const { id } = (await rowOf(first!.id))!;
      await settleReplacement(system(), id);
      expect(await rowOf(first!.id)).toMatchObject({ status: "asked" });
      expect(await database().query(sql`select from actions where esim_id = ${first!.id}`)).toEqual([]);
      await settleReplacement(muchLater, id);
      expect(await rowOf(first!.id)).toMatchObject({ status: "refused", reason: "none" });
      await others(null);
      const ordered = await ordering(sale, second!.id);
      await others(0);
      await settleReplacement(system(), ordered);
      expect(await rowOf(second!.id)).toMatchObject({ status: "ordering" });
    } finally {
      await others(null);
    }
    expect((await ended(second!.id)).status).toBe("replaced");
  });

  test("in the test environment, where nothing is sent to suppliers, it does not count how they are", async () => {
    const shop = await enter((await newAccount()).code, "test");
    await setGuarantee(shop, 1);
    const { checkout, token } = await goToPay(shop, await sharedPlan("esimaccess"));
    await payInTest(shop, (await findPayment(database(), checkout.id))!);
    await settleCheckout(system(), checkout.id);
    const [esim] = await listOrderEsims(database(), (await readCheckout(checkout.id)).orderId!);
    await liveSandboxEsim(shop, (await findSandboxEsim(shop, esim!.iccid))!, "install");
    await database().query(sql`update suppliers set balance_usd = 0`);
    try {
      await openReplacement({ ...shop, clock: LATER }, await getLink(shop, token), esim!.id, { hasBars: false });
      expect((await ended(esim!.id)).status).toBe("replaced");
    } finally {
      await database().query(sql`update suppliers set balance_usd = null`);
    }
  });

  test("a run that fails while it orders keeps nobody waiting for the end of its claim", async () => {
    const sale = await installed();
    const [esim] = sale.esims;
    const id = await ordering(sale, esim!.id);
    const { db, isHeld, fail } = heldBefore("place_orders");
    const failing = expect(settleReplacement(system({ db }), id)).rejects.toThrow("gone");
    await isHeld;
    fail(new Error("The connection is gone."));
    await failing;
    await settleReplacement(system(), id);
    expect((await rowOf(esim!.id))!.status).toBe("ordered");
    expect((await ended(esim!.id)).status).toBe("replaced");
    expect(await ordersOf(sale.ctx)).toHaveLength(2);
  });

  test("a run that died is taken up again", async () => {
    const sale = await installed();
    await ask(sale, sale.esims[0]!.id);
    await database().query(sql`delete from outbox_jobs where job = 'replace-esim'`);
    const later = { now: () => new Date(Date.now() + 15 * MINUTE) };
    expect(await sweepReplacements(system({ clock: later }))).toBe(1);
    expect(await sweepReplacements(system({ clock: later }))).toBe(0);
    await database().query(sql`update outbox_jobs set run_at = now() where job = 'replace-esim'`);
    expect((await ended(sale.esims[0]!.id)).status).toBe("replaced");
  });
});

describe("the eSIM that replaces another one", () => {
  const cancelOf = async (esimId: number) =>
    await database().query(
      sql`select from actions where esim_id = ${esimId} and action = 'cancel' and status = 'succeeded'`,
    );

  test("is cancelled while the first one lives: the traveller is told at once, and has the payment unless it is kept", async () => {
    const sale = await installed({ other: "esimgo", quantity: 2 });
    const { ctx, esims } = sale;
    for (const { id } of esims) await ask(sale, id);
    const orders = await Promise.all(esims.map(async ({ id }) => (await ended(id)).orderId!));
    const told = async () => (await mailsTo(TRAVELLER, ctx.account.id)).filter((kind) => kind === "cancelled").length;
    await requestCancel(ctx, orderReference(orders[0]!), { paymentKept: "It worked" });
    await runJobsUntil(async () => (await told()) === 1);
    expect(await refundsOf(sale)).toEqual([]);
    await requestCancel(ctx, orderReference(orders[1]!));
    await runJobsUntil(async () => (await told()) === 2);
    expect((await refundsOf(sale)).map(({ cause }) => cause)).toEqual([`esim:${esims[1]!.id}`]);
    expect((await findEsimById(database(), esims[1]!.id))!.status).toBe("installed");
  });

  test("is cancelled with a refund of staff, which is all that goes back for it", async () => {
    const sale = await installed({ other: "esimgo" });
    const { ctx, number, esims } = sale;
    await ask(sale, esims[0]!.id);
    const second = await newEsimOf((await ended(esims[0]!.id)).orderId);
    const given = { number, amount: money("0.50"), reason: "Did not like it", iccids: [second.iccid] };
    await refundSale(ctx, { ...given, attempt: crypto.randomUUID() });
    await runJobsUntil(async () => (await cancelOf(second.id)).length === 1);
    await settleCheckout(system(), sale.id);
    expect((await refundsOf(sale)).map(({ amount }) => amount.toNumber())).toEqual([0.5]);
    await expect(
      refundSale(ctx, { ...given, attempt: crypto.randomUUID(), iccids: ["8900000000000000000"] }),
    ).rejects.toMatchObject({ code: "resource_not_found" });
  });
});

describe("where nothing is promised", () => {
  test("a voucher has no payment that could go back: nothing is offered for it", async () => {
    const shop = await openLiveStore({ wallet: 5_000 });
    await setGuarantee(shop, 10);
    const packageCode = await sharedPlan("esimgo");
    const batch = { name: "Breakfast", packageCode, size: 1, expiresAt: LATER.now(), unitCap: money(100) };
    const { id } = await createVouchers(shop, batch);
    const { checkoutId, token } = await redeemVoucher(shop, {
      ...{ code: (await readVoucherCodes(shop, id)).codeOf(1), email: TRAVELLER, locale: "de" },
      attempt: { browser: randomBase62(43), form: randomBase62(43) },
    });
    await runJobsUntil(async () => (await readCheckout(checkoutId)).status === "delivered");
    const [esim] = (await install([(await readCheckout(checkoutId)).orderId!]))[0]!;
    expect(await readOffer(shop, esim!)).toEqual({ silent: true, unseen: false, from: null, replacement: null });
    const later = { ...shop, clock: LATER };
    await openReplacement(later, await getLink(shop, token), esim!.id, { hasBars: false });
    expect(await rowOf(esim!.id)).toBeNull();
  });

  test("nothing is offered: switched off, too early, or of another shop", async () => {
    const off = await installed({ monthly: null });
    await ask(off, off.esims[0]!.id);
    expect(await rowOf(off.esims[0]!.id)).toBeNull();
    await setGuarantee(off.ctx, 5);
    await openReplacement(off.ctx, off.link, off.esims[0]!.id, { hasBars: true });
    expect(await rowOf(off.esims[0]!.id)).toBeNull();
    const stranger = await enter((await newAccount()).code, "live");
    await expect(openReplacement(stranger, off.link, off.esims[0]!.id, { hasBars: true })).rejects.toMatchObject({
      code: "resource_not_found",
    });
    for (const wrong of [0, 1_001, 1.5])
      await expect(setGuarantee(off.ctx, wrong)).rejects.toMatchObject({ code: "validation_error" });
  });
});

/** `TRAVELLERS=200`: with a second supplier. ICCIDs come one after the other, so that of a hundred of a supplier five are silent. */
const TRAVELLERS = Number(process.env.TRAVELLERS ?? 100);

test("of many travellers, 5 % of whom stay silent, nearly all are online within 30 minutes, and nobody else is given anything", async () => {
  for (const code of ["esimaccess", "airalo", "esimgo"] as const)
    await suppliers.of(code).set({ operation: "usage", mode: "silent" });
  const shop = await openLiveStore({ wallet: 50_000 });
  const isOnline = (iccid: string) =>
    suppliers.event(iccid, "activate").then(
      () => true,
      () => false,
    );
  const supplierOfSale = (i: number) => (i < 10 ? "esimaccess" : "esimgo");
  const plans = Array.from({ length: TRAVELLERS / 10 }, (_, i) => ({ supplier: supplierOfSale(i), quantity: 10 }));
  const sales = await installedMany(shop, 1_000, plans);
  const travellers = sales.flatMap((sale) => sale.esims.map((esim) => ({ sale, esim })));
  const arrived = await Promise.all(
    travellers.map(async (one) => ({ ...one, online: await isOnline(one.esim.iccid) })),
  );
  const offline = arrived.filter(({ online }) => !online);
  expect(offline).toHaveLength(TRAVELLERS * 0.05);
  // Ten minutes after the installation all of them ask.
  const startedAt = ownTime();
  for (const { sale, esim } of offline) await ask(sale, esim.id);
  const areOver = async (some: typeof offline) =>
    (await Promise.all(some.map(({ esim }) => isOver(esim.id)))).every(Boolean);
  await runJobsUntil(() => areOver(offline));
  const minutes = 10 + (ownTime() - startedAt) / env().timeScale / MINUTE;
  let saved = 0;
  for (const { esim } of offline) {
    const second = await newEsimOf((await rowOf(esim.id))!.orderId);
    await suppliers.event(second.iccid, "install");
    if (await isOnline(second.iccid)) saved++;
  }
  expect(arrived.length - offline.length + saved).toBeGreaterThanOrEqual(travellers.length * 0.95);
  expect(minutes).toBeLessThan(30);
  // Some who are online want another one too: that they are is not on record yet.
  const greedy = arrived.filter(({ online }) => online).slice(0, 10);
  for (const { sale, esim } of greedy) await ask(sale, esim.id);
  await runJobsUntil(() => areOver(greedy));
  for (const { esim } of greedy) expect(await rowOf(esim.id)).toMatchObject({ status: "refused", reason: "connected" });
  const gifts = await database().query(
    sql`select from orders where account_id = ${shop.account.id} and client_reference like 'replacement-%'`,
  );
  expect(gifts).toHaveLength(offline.length);
  for (const sale of sales) {
    await settleCheckout(system(), sale.id);
    expect(await refundsOf(sale)).toEqual([]);
  }
});
