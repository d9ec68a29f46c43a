import { findCharger, TEST_CARDS } from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import type { StoreLink } from "../links.ts";
import { sendAutoTopupMail } from "../mails/send-auto-topup-mail.ts";
import { getOwnedEsim } from "../read-purchases.ts";
import { type AutoTopup, findAutoTopup, findLatest, moveAutoTopup } from "./auto-topup.ts";

type Saved = { customer: string; card: string };

/** Asks the provider what came of its page. The way back from there, its webhook and the next run all end here. Throws when it cannot be asked. */
export async function takeCard(ctx: AccountCtx, id: number): Promise<void> {
  const auto = await findAutoTopup(ctx.db, id);
  if (auto?.accountId !== ctx.account.id || auto.environment !== ctx.environment) return;
  if (auto.status !== "saving" || auto.setupSession === null) return;
  const chosen = await findCharger(ctx.db, auto.accountId, auto.environment);
  if (chosen?.name !== auto.provider) return;
  const setup = await chosen.charger.readSetup(auto.setupSession);
  if (setup.kind === "open") return;
  if (setup.kind === "expired")
    return void (await moveAutoTopup(ctx.db, auto, ctx.clock.now(), { status: "given_up" }));
  const { customer, reference: card } = setup.card;
  if (await begin(ctx, auto, { customer, card })) return;
  // Given up meanwhile: nothing is left that may charge it.
  const now = await findAutoTopup(ctx.db, id);
  if (now?.status === "given_up") await chosen.charger.forget(card);
}

/** The same for whoever knows the account by its row alone: the provider has said that something became of its page. */
export async function followCard(ctx: Ctx, id: number): Promise<void> {
  const auto = await findAutoTopup(ctx.db, id);
  if (auto) await takeCard(await enterAccount(ctx, auto.accountCode, auto.environment), id);
}

/** The button of the test environment's page stands for a card, or for one that is going to be declined. */
export async function saveTestCard(ctx: AccountCtx, link: StoreLink, esimId: number, kind: keyof typeof TEST_CARDS) {
  const { esim } = await getOwnedEsim(ctx, link, esimId);
  const auto = await findLatest(ctx.db, esim.id);
  if (auto?.provider !== "test" || auto.status !== "saving") return fail("conflict", "No card is asked for.");
  await begin(ctx, auto, { customer: "test-customer", card: TEST_CARDS[kind] });
}

async function begin(ctx: AccountCtx, auto: AutoTopup, saved: Saved): Promise<boolean> {
  const at = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    if (!(await moveAutoTopup(tx, auto, at, { status: "active", ...saved }))) return false;
    await sendAutoTopupMail(tx, ctx, auto, "on");
    log().info({ autoTopupId: auto.id }, "a traveller allowed a top-up to be bought by itself");
    return true;
  });
}
