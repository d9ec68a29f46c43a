import { setStripeKeys } from "#server/domain/money/payments/index.ts";
import { findEsimById, liveSandboxEsim } from "#server/domain/selling/esims/index.ts";
import {
  allowAutoTopup,
  chargeDueTopups,
  findAutoTopupOf,
  followAutoTopups,
  getLink,
  getRetailTopups,
  settleCheckout,
  type Trigger,
  takeCard,
} from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { goToPay, readCheckout, WEBHOOK_SECRET } from "./storefront.ts";
import type { fakeStripe } from "./stripe.ts";
import { enter, newAccount, system } from "./world.ts";

const PLAN = "esimaccess-TR_5_30";

/** A shop of the test environment whose travellers pay at Stripe: what is bought is there at once. */
export async function openCardStore(): Promise<AccountCtx> {
  const ctx = await enter((await newAccount()).code, "test");
  await setStripeKeys(ctx, { secretKey: `sk_test_${ulid()}`, webhookSecret: WEBHOOK_SECRET });
  return ctx;
}

/** An eSIM that a traveller bought in it, and what happens to it. */
export async function boughtForCard(ctx: AccountCtx, stripe: Awaited<ReturnType<typeof fakeStripe>>, plan = PLAN) {
  const { checkout, token } = await goToPay(ctx, plan);
  stripe.pay((await readCheckout(checkout.id)).reference);
  await settleCheckout(system(), checkout.id);
  const { id } = one(
    await database().query<{ id: number }>(
      sql`select e.id from esims e join checkouts c on c.order_id = e.order_id where c.id = ${checkout.id}`,
    ),
  );
  const link = await getLink(ctx, token);
  const esim = async () => (await findEsimById(ctx.db, id))!;
  const [option] = (await getRetailTopups(ctx, await esim())).items;
  const allow = (trigger: Trigger = { kind: "data", at: 80 }, maxTimes = 2, maxTotal: Money | null = null) =>
    allowAutoTopup(ctx, link, id, {
      ...{ topupCode: option!.shopCode, trigger, maxTimes, maxTotal, expectedTotal: option!.price, locale: "de" },
      returnUrl: "https://shop.example/de/back/auto/{auto}",
    });
  return {
    ...{ id, token, link, esim, option: option!, allow },
    use: async (percent: number) =>
      liveSandboxEsim(ctx, await esim(), "usage", ((await esim()).totalBytes / MB) * (percent / 100)),
    auto: async () => (await findAutoTopupOf(database(), id))!,
    /** It is allowed, and a card is saved on the provider's page. */
    async begin(...allowed: Parameters<typeof allow>) {
      const { id: autoId } = await allow(...allowed);
      const { setupSession } = (await findAutoTopupOf(database(), id))!;
      const card = stripe.saveCard(setupSession!);
      await takeCard(ctx, autoId);
      return { autoId, card };
    },
    /** Purchases that were opened by themselves, oldest first. */
    checkouts: async () =>
      await database().query<{ id: number; status: string; paid: string; autoOccasion: string }>(sql`
        select c.id, c.status, p.status as paid, c.auto_occasion from checkouts c join payments p on p.checkout_id = c.id
         where c.esim_id = ${id}::bigint and c.auto_topup_id is not null order by c.id`),
  };
}

type Bought = Awaited<ReturnType<typeof boughtForCard>>;

/** What the job does every ten minutes, and what it opened is settled. */
export async function runAutoTopups(...bought: Pick<Bought, "checkouts">[]): Promise<void> {
  await followAutoTopups(system());
  await chargeDueTopups(system());
  for (const { checkouts } of bought)
    for (const { id, status } of await checkouts()) if (status === "opened") await settleCheckout(system(), id);
}
