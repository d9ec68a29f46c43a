import { findCharger } from "#server/domain/money/payments/index.ts";
import { type Esim, getSuccession, isFinal } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { describeTopup } from "../describe-item.ts";
import { type Buyer, judgeVat } from "../judge-vat.ts";
import type { StoreLink } from "../links.ts";
import { toLanguage } from "../mails/language.ts";
import { getOwnedEsim } from "../read-purchases.ts";
import { getRetailTopups } from "../retail-topups.ts";
import { findLatest, MOST_TIMES, moveAutoTopup, TRIGGERS, type Trigger } from "./auto-topup.ts";
import { offersAutoTopups } from "./setting.ts";

type Allowed = {
  topupCode: string;
  trigger: Trigger;
  maxTimes: number;
  /** The most that may be charged in all, beside that; null: no other limit. */
  maxTotal: Money | null;
  /** What the page showed for one, VAT and all: never more is charged. */
  expectedTotal: Money;
  /** Where the shop charges VAT. */
  buyer?: Buyer;
  locale: string;
  /** Where the provider leads back to, with its number in place of `{auto}`. */
  returnUrl: string;
};

/**
 * A traveller allows that more is bought by itself, and goes to the provider's page to save a card; `url` is null in the test environment,
 * where the page is the shop's own. Nothing is charged, and nothing will be before a card is saved.
 */
export async function allowAutoTopup(
  ctx: AccountCtx,
  link: StoreLink,
  esimId: number,
  allowed: Allowed,
): Promise<{ id: number; url: string | null }> {
  const { esim, email, checkoutId } = await getOwnedEsim(ctx, link, esimId);
  if (email === null || checkoutId === null || link.kind === "share" || link.kind === "handover")
    return fail("resource_not_found", "This eSIM was not bought in the shop.");
  const chosen = await requireChoice(ctx, esim, allowed);
  const provider = await findCharger(ctx.db, ctx.account.id, ctx.environment);
  if (!provider) return fail("access_denied", "This storefront has no payment provider: it is closed for sale.");
  const at = ctx.clock.now();
  const { trigger, maxTimes, maxTotal, locale, buyer } = allowed;
  const { id } = await ctx.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('auto-topup:' || ${esimId}::bigint, 0))`);
    // Begun before and left: that page saves no card any more.
    const before = await findLatest(tx, esimId);
    if (before?.status === "saving") await moveAutoTopup(tx, before, at, { status: "given_up" });
    else if (before?.status === "active") fail("conflict", "It is on already.");
    return await tx.prisma.autoTopup.create({
      data: {
        ...tenant(ctx),
        ...{ esimId, checkoutId, email, locale, ...chosen, maxTimes, triggerKind: trigger.kind, triggerAt: trigger.at },
        maxPrice: toNumeric(allowed.expectedTotal),
        maxTotal: maxTotal && toNumeric(maxTotal),
        ...{ currency: ctx.account.currency, country: buyer?.country, provider: provider.name },
        ...{ createdAt: at, updatedAt: at },
      },
    });
  });
  const setup = await provider.charger
    .openSetup({
      subject: `auto-topup-${id}`,
      customer: null,
      ...{ email, locale, currency: ctx.account.currency },
      returnUrl: allowed.returnUrl.replace("{auto}", String(id)),
    })
    .catch((error: Error) => {
      log().error({ account: ctx.account.code, error: error.message }, "a page to save a card could not be opened");
      return fail("supplier_error", "The payment provider cannot be reached at this moment. Nothing was charged.");
    });
  await ctx.db.prisma.autoTopup.update({ where: { id }, data: { setupSession: setup.reference } });
  return { id: Number(id), url: provider.name === "test" ? null : setup.url };
}

/** What is sold now under the choice that a page showed; refuses everything else. */
async function requireChoice(ctx: AccountCtx, esim: Esim, { trigger, maxTimes, ...allowed }: Allowed) {
  if (!(await offersAutoTopups(ctx, ctx.db))) fail("access_denied", "This shop does not offer it.");
  if (!TRIGGERS.some(({ kind, at }) => kind === trigger.kind && at === trigger.at))
    fail("validation_error", "Choose when it is bought.", { field: "when" });
  if (!Number.isInteger(maxTimes) || maxTimes < 1 || maxTimes > MOST_TIMES)
    fail("validation_error", `Choose from 1 to ${MOST_TIMES} times.`, { field: "times" });
  if (allowed.maxTotal?.lessThan(allowed.expectedTotal))
    fail("validation_error", "The limit is less than one top-up costs.", { field: "most" });
  if (isFinal(esim.status) || (await getSuccession(ctx, esim)).isReplaced)
    fail("conflict", "The eSIM can no longer be topped up.");
  if (trigger.kind === "data" && esim.totalBytes === 0)
    fail("validation_error", "Its data is unlimited: choose another moment.", { field: "when" });
  const option = await findOption(ctx, esim, allowed.topupCode);
  if (!option) return fail("invalid_topup_package", "This top-up is no longer offered for the eSIM.");
  const vat = await judgeVat(ctx, option.price, allowed.buyer);
  const total = vat?.total ?? option.price;
  if (!total.equals(allowed.expectedTotal))
    fail("price_changed", `The price is now ${sumText(total, ctx.account.currency)}. Nothing was charged.`);
  const { code: topupCode, dataMb, durationDays } = option;
  return { topupCode, packageName: describeTopup(option, toLanguage(allowed.locale)), dataMb, durationDays };
}

/** A top-up by its code, or by the one that pages have; null when others are sold and it is not. */
export async function findOption(ctx: AccountCtx, esim: Esim, topupCode: string) {
  const { packageId, items } = await getRetailTopups(ctx, esim);
  if (items.length === 0) return fail("supplier_error", "Nothing can be put on the eSIM at the moment.");
  const option = items.find(({ code, shopCode }) => code === topupCode || shopCode === topupCode);
  return option ? { ...option, packageId } : null;
}
