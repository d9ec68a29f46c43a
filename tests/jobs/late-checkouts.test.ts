import { afterAll, afterEach, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { adjustWallet, getBalance } from "#server/domain/money/ledger/index.ts";
import { getEsim, listOrderEsims } from "#server/domain/selling/esims/index.ts";
import {
  getRetailTopups,
  openTopupCheckout,
  redeemVoucher,
  settleCheckout,
} from "#server/domain/shop/checkout/index.ts";
import { createDiscount, listDiscounts } from "#server/domain/shop/discounts/index.ts";
import { createVouchers, readVoucherCodes } from "#server/domain/shop/vouchers/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { DAY, MINUTE } from "#server/kernel/time.ts";
import { heldBefore } from "#tests/support/held-before.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { goToPay, openLiveStore, readCheckout } from "#tests/support/storefront.ts";
import { fakeStripe } from "#tests/support/stripe.ts";
import { system } from "#tests/support/world.ts";

// A run that buys for a traveller sleeps for longer than its claim lasts, and goes on when another one has decided otherwise.

await simulatedSupplier();
const stripe = await fakeStripe();
overrideEnv({ stripeApiUrl: stripe.url });
afterAll(() => stripe.close());
afterEach(async () => {
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

const PACKAGE = "esimaccess-TR_1_7";
const WALLET = 1_000;
/** When the claim of a run that sleeps has ended. */
const later = { now: () => new Date(Date.now() + 3 * MINUTE) };
const attempt = () => ({ browser: randomBase62(43), form: randomBase62(43) });
const until = (id: number, status: string) => runJobsUntil(async () => (await readCheckout(id)).status === status);
const walletOf = async (ctx: AccountCtx) => (await getBalance(ctx)).walletBalance.toNumber();
const move = (ctx: AccountCtx, amount: number) => adjustWallet(system(), ctx.account.code, money(amount), "moved");

async function paid(ctx: AccountCtx, options: Parameters<typeof goToPay>[2] = {}): Promise<number> {
  const { checkout } = await goToPay(ctx, PACKAGE, options);
  stripe.pay((await readCheckout(checkout.id)).reference);
  return checkout.id;
}

async function toppedUp(ctx: AccountCtx): Promise<number> {
  const first = await paid(ctx);
  await until(first, "delivered");
  const [sold] = await listOrderEsims(database(), (await readCheckout(first)).orderId!);
  const { items } = await getRetailTopups(ctx, await getEsim(ctx, sold!.iccid));
  const { checkout } = await openTopupCheckout(ctx, {
    ...{ iccid: sold!.iccid, topupCode: items[0]!.shopCode, email: "mia@example.com", locale: "de" },
    ...{ expectedPrice: items[0]!.price, attempt: attempt(), returnUrl: "https://shop.example/de/back/{checkout}" },
  });
  stripe.pay((await readCheckout(checkout.id)).reference);
  return checkout.id;
}

async function redeemed(ctx: AccountCtx): Promise<number> {
  const batch = { name: "Partners", packageCode: PACKAGE, size: 1, unitCap: money(10) };
  const { id } = await createVouchers(ctx, { ...batch, expiresAt: new Date(Date.now() + 30 * DAY) });
  const { codeOf } = await readVoucherCodes(ctx, id);
  const asked = { code: codeOf(1), email: "mia@example.com", locale: "de", attempt: attempt() };
  return (await redeemVoucher(ctx, asked)).checkoutId;
}

const PURCHASES = {
  "a plan": [(ctx: AccountCtx) => paid(ctx), "place_orders"],
  "several plans": [
    (ctx: AccountCtx) => paid(ctx, { more: [{ packageId: "esimaccess-TR_5_30", quantity: 2 }] }),
    "place_orders",
  ],
  "a top-up": [toppedUp, "request_topup"],
  "a voucher": [redeemed, "place_orders"],
} as const;
const KINDS = Object.keys(PURCHASES) as (keyof typeof PURCHASES)[];

/** What was bought in a shop since. */
const boughtBy = async ({ account: { id: accountId } }: AccountCtx) =>
  (await database().prisma.order.count({ where: { accountId } })) +
  (await database().prisma.action.count({ where: { accountId, action: "topup" } }));

test.each(KINDS)("%s that another run has refused is not bought by one that is late", async (kind) => {
  const ctx = await openLiveStore({ wallet: WALLET });
  const [open, statement] = PURCHASES[kind];
  const id = await open(ctx);
  const [before, wallet] = [await boughtBy(ctx), await walletOf(ctx)];
  const { db, isHeld, release } = heldBefore(statement);
  const late = settleCheckout(system({ db }), id);
  await isHeld;
  await move(ctx, -wallet);
  await settleCheckout(system({ clock: later }), id);
  expect(await readCheckout(id)).toMatchObject({ status: "refunded", refundReason: "insufficient_balance" });
  await move(ctx, wallet);
  release();
  await late;
  await settleCheckout(system(), id);
  expect(await boughtBy(ctx)).toBe(before);
  expect(await walletOf(ctx)).toBe(wallet);
  expect((await readCheckout(id)).status).toBe("refunded");
});

test.each(KINDS)("%s that a late run has bought just before another one refuses is the traveller's", async (kind) => {
  const ctx = await openLiveStore({ wallet: WALLET });
  const [open, statement] = PURCHASES[kind];
  const id = await open(ctx);
  const wallet = await walletOf(ctx);
  const first = heldBefore(statement);
  const late = settleCheckout(system({ db: first.db }), id);
  await first.isHeld;
  await move(ctx, -wallet);
  const second = heldBefore("from wallets where");
  const refusing = settleCheckout(system({ db: second.db, clock: later }), id);
  await second.isHeld;
  await move(ctx, wallet);
  first.release();
  await late;
  second.release();
  await refusing;
  await until(id, "delivered");
  expect((await readCheckout(id)).refundReason).toBeNull();
  expect(await walletOf(ctx)).toBeLessThan(wallet);
});

test("a run that took a payment for expired gives no code back of one that has come since", async () => {
  const ctx = await openLiveStore({ wallet: WALLET });
  const { code } = await createDiscount(ctx, {
    ...{ code: "LATE10", percentOff: money(10), amountOff: null, packageIds: [], destinations: [] },
    ...{ startsAt: null, endsAt: null, mostUses: 1, oncePerPerson: false },
  });
  const { checkout } = await goToPay(ctx, PACKAGE, { code });
  const { reference } = await readCheckout(checkout.id);
  stripe.expire(reference);
  await settleCheckout(system(), checkout.id);
  const uses = async () => (await listDiscounts(ctx)).find((one) => one.code === code)?.uses;
  expect(await uses()).toBe(0);
  const { db, isHeld, release } = heldBefore("begin");
  const late = settleCheckout(system({ db }), checkout.id);
  await isHeld;
  stripe.pay(reference);
  await settleCheckout(system(), checkout.id);
  expect(await uses()).toBe(1);
  release();
  await late;
  expect(await uses()).toBe(1);
  await until(checkout.id, "delivered");
});
