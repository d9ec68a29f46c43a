import {
  type DiscountFault,
  findDiscount,
  type PurchaseLine,
  refuseDiscount,
  takeOffAll,
} from "#server/domain/shop/discounts/index.ts";
import { includedAtHome } from "#server/domain/shop/law/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";

/** What a code takes off a purchase, and what is left to pay. `offs`: off each of its plans. */
export type CheckoutDiscount = { codeId: number; code: string; off: Money; total: Money; offs: Money[] };

type Asked = { code?: string; email: string };

/** Null without a code; refuses one that cannot be used. Its use is counted when the checkout is there. */
export async function judgeDiscount(
  ctx: AccountCtx,
  asked: Asked,
  purchase: PurchaseLine[],
): Promise<CheckoutDiscount | null> {
  if (!asked.code?.trim()) return null;
  const [judged] = await previewDiscounts(ctx, asked, [purchase]);
  return judged === undefined || typeof judged === "string" ? refuseDiscount(judged ?? "unknown") : judged;
}

/** The same for a page that shows what several purchases would come to: nothing is counted, and nothing refused. */
export async function previewDiscounts(
  ctx: AccountCtx,
  { code = "", email }: Asked,
  purchases: PurchaseLine[][],
): Promise<(CheckoutDiscount | DiscountFault)[]> {
  const found = await findDiscount(ctx, code, email.trim().toLowerCase());
  const { currency } = ctx.account;
  const included = await includedAtHome(ctx);
  return purchases.map((purchase) => {
    if (!found) return "unknown";
    if (found.fault) return found.fault;
    const taken = takeOffAll(found, purchase, currency, included);
    return typeof taken === "string" ? taken : { codeId: found.id, code: found.code, ...taken };
  });
}
