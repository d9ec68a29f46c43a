import { platformCharger, type SavedCard } from "#server/domain/money/payments/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseSecurityNotification } from "#server/domain/record/notifications/index.ts";
import { requireLiveOnce } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { switchOff } from "./auto-funding.ts";
import { lockAutoFunding, UNDER_WAY } from "./auto-funding-row.ts";

const AWAY = "The payment provider cannot be reached at this moment. Nothing was changed; try again.";

/** Opens the provider's page on which a card is saved. Nothing is charged there, and nothing is kept of the card here but how it ends. */
export async function openCardSetup(ctx: AccountCtx, email: string): Promise<{ url: string }> {
  requirePermission(ctx, "balance:manage");
  const { id: accountId, code, currency } = ctx.account;
  if (ctx.environment !== "live") fail("conflict", "Money is real in the live environment only. Switch to live.");
  await requireLiveOnce(ctx);
  const charger = await platformCharger();
  if (!charger) return fail("conflict", "Cards are not accepted here. Announce a bank transfer instead.");
  const known = await ctx.db.prisma.autoFunding.findUnique({ where: { accountId } });
  const { reference, url } = await charger
    .openSetup({
      subject: `card-${code}-${ulid()}`,
      customer: known?.customer ?? null,
      email,
      currency,
      returnUrl: `${env().publicUrl}/live/balance`,
    })
    .catch((error: Error) => {
      log().error({ account: code, error: error.message }, "a page to save a card could not be opened");
      return fail("supplier_error", AWAY);
    });
  const data = { setupSession: reference, changedAt: ctx.clock.now() };
  await ctx.db.prisma.autoFunding.upsert({ where: { accountId }, create: { accountId, ...data }, update: data });
  return { url };
}

/** The page that the provider leads back to asks at once what came of it. */
export async function checkCardSetup(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "balance:read");
  await takeSavedCard(ctx, ctx.account);
}

/** Keeps what the provider says was saved, once. The former card is forgotten there. Throws when the provider cannot be asked. */
export async function takeSavedCard(ctx: Ctx, { id: accountId, code }: { id: number; code: string }): Promise<void> {
  const charger = await platformCharger();
  const row = await ctx.db.prisma.autoFunding.findUnique({ where: { accountId } });
  if (!charger || !row?.setupSession) return;
  const { setupSession } = row;
  const setup = await charger.readSetup(setupSession);
  if (setup.kind === "open") return;
  const card = setup.kind === "saved" ? setup.card : null;
  const isTaken = await ctx.db.transaction(async (tx) => {
    await lockAutoFunding(tx, accountId);
    const { count } = await tx.prisma.autoFunding.updateMany({
      where: { accountId, setupSession },
      data: {
        setupSession: null,
        changedAt: ctx.clock.now(),
        ...(card && { failures: 0, retryAt: null, ...kept(card) }),
      },
    });
    if (count === 0 || !card) return false;
    const details = { brand: card.brand, digits: card.lastDigits };
    await recordAudit(tx, ctx, { act: "funding.card_save", accountId, subject: code, details });
    await raiseSecurityNotification(tx, ctx, {
      ...{ accountId, environment: "live", subject: code, kind: "funding.changed" },
      text: `The ${card.brand} card that ends in ${card.lastDigits} was saved for automatic funding.`,
    });
    return true;
  });
  if (isTaken && row.card && row.card !== card!.reference)
    await charger.forget(row.card).catch((error: Error) => {
      log().warn({ account: code, error: error.message }, "a former card could not be forgotten at the provider");
    });
}

const kept = ({ customer, reference, brand, lastDigits, expires }: SavedCard) => ({
  ...{ customer, card: reference, cardBrand: brand, cardDigits: lastDigits, cardExpires: expires },
});

/** Forgets the card, at the provider first. Switches automatic funding off. */
export async function removeSavedCard(ctx: AccountCtx): Promise<void> {
  requirePermission(ctx, "balance:manage");
  const { id: accountId, code } = ctx.account;
  const charger = await platformCharger();
  const row = await ctx.db.prisma.autoFunding.findUnique({ where: { accountId } });
  if (!row?.card) return;
  await ctx.db.transaction(async (tx) => {
    await switchOff(tx, ctx, accountId, null);
    const underWay = await tx.query(sql`
      select from auto_fundings f where f.account_id = ${accountId} and exists (${UNDER_WAY})`);
    if (underWay.length > 0)
      fail("conflict", "The card is being charged at this moment. Remove it when the outcome is known.");
  });
  await charger?.forget(row.card).catch((error: Error) => {
    log().error({ account: code, error: error.message }, "a card could not be forgotten at the provider");
    return fail("supplier_error", AWAY);
  });
  await ctx.db.transaction(async (tx) => {
    await lockAutoFunding(tx, accountId);
    const none = { card: null, cardBrand: null, cardDigits: null, cardExpires: null };
    await tx.prisma.autoFunding.updateMany({
      where: { accountId, card: row.card },
      data: { ...none, enabled: false, offReason: null, changedAt: ctx.clock.now() },
    });
    await recordAudit(tx, ctx, { act: "funding.card_remove", accountId, subject: code });
    await raiseSecurityNotification(tx, ctx, {
      ...{ accountId, environment: "live", subject: code, kind: "funding.changed" },
      text: "The saved card was removed, and automatic funding is off.",
    });
  });
}
