import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { DISCOUNT_COLUMNS, type Discount, type DiscountFault, parseDiscountCode } from "./discount.ts";

/** The account's code as it was typed, with why it cannot be used now: by anybody, or by this address. */
export async function findDiscount(
  ctx: AccountCtx,
  typed: string,
  email: string,
): Promise<(Discount & { fault: DiscountFault | null }) | null> {
  const code = parseDiscountCode(typed);
  if (code === null) return null;
  const { accountId, environment } = tenant(ctx);
  const [found] = await ctx.db.query<Discount & { usedBefore: boolean }>(sql`
    select ${DISCOUNT_COLUMNS},
           exists (select from discount_uses u join checkouts c on c.id = u.checkout_id
                    where u.code_id = d.id and u.returned_at is null and c.email = ${email}) as used_before
      from discount_codes d where d.account_id = ${accountId} and d.environment = ${environment} and d.code = ${code}`);
  if (!found) return null;
  const { usedBefore, ...discount } = found;
  return { ...discount, fault: faultOf(discount, usedBefore, ctx.clock.now()) };
}

/** As the function `use_discount` judges it. */
function faultOf(discount: Discount, usedBefore: boolean, now: Date): DiscountFault | null {
  const { active, startsAt, endsAt, mostUses, uses, oncePerPerson } = discount;
  if (!active || (endsAt && now >= endsAt)) return "ended";
  if (startsAt && now < startsAt) return "early";
  if (oncePerPerson && usedBefore) return "used_before";
  return mostUses !== null && uses >= mostUses ? "used_up" : null;
}

/**
 * Counts a use for a checkout, once, under the code's lock: of two travellers with the last one, one gets it. Null when it is
 * the checkout's. `paid`: money has come for it, so that it counts whatever was allowed.
 */
export async function useDiscount(
  tx: Transaction,
  checkoutId: number,
  at: Date,
  { paid = false } = {},
): Promise<DiscountFault | null> {
  const { outcome } = one(
    await tx.query<{ outcome: DiscountFault | "used" }>(
      sql`select use_discount(${checkoutId}::bigint, ${at}, ${paid}) as outcome`,
    ),
  );
  return outcome === "used" ? null : outcome;
}

/** The checkout was not paid for, or all of it went back before anything was delivered: somebody else may use the code. */
export async function returnDiscount(tx: Transaction, checkoutId: number, at: Date): Promise<void> {
  await tx.query(sql`select return_discount(${checkoutId}::bigint, ${at}) as returned`);
}
