import { getBrand } from "#server/domain/reseller/brand/index.ts";
import { getOrder } from "#server/domain/selling/orders/index.ts";
import { findPurchaseOf, type Language, toLanguage } from "#server/domain/shop/checkout/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";

export type SuggestedRecipient = {
  /** Who bought it in the shop; null for an order of the reseller's own. */
  recipient: string | null;
  language: Language;
};

/** Whom an order's eSIMs are most likely for, and in which language they read. */
export async function suggestRecipient(ctx: AccountCtx, reference: string): Promise<SuggestedRecipient> {
  const { id: orderId } = await getOrder(ctx, reference);
  const id = (await findPurchaseOf(ctx.db, orderId)) ?? undefined;
  const purchase = id && (await ctx.db.prisma.checkout.findFirst({ where: { id, ...tenant(ctx) } }));
  return {
    recipient: purchase ? purchase.email : null,
    language: toLanguage(purchase ? purchase.locale : (await getBrand(ctx)).locale),
  };
}
