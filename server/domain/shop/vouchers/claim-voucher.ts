import { productSold } from "#server/domain/catalogue/catalog/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import type { VoucherPlan } from "./find-plan.ts";
import { hashVoucher, parseVoucherCode } from "./voucher-code.ts";

type FoundVoucher = VoucherPlan & {
  id: number;
  /** The most that it may cost the reseller. */
  unitCap: Money;
};

const IS_OPEN = sql`v.checkout_id is null and v.blocked_at is null and b.blocked_at is null`;

/** A code of this shop that can be redeemed now. Whatever else it may be, nothing is told. */
export async function findVoucher(ctx: AccountCtx, typed: string): Promise<FoundVoucher | null> {
  const code = parseVoucherCode(typed);
  if (code === null) return null;
  const { accountId, environment } = tenant(ctx);
  const [found] = await ctx.db.query<FoundVoucher>(sql`
    select v.id, sold.package_id as package_code, ${productSold(sql`b.product_key`, sql`b.created_at`)} as product_key, b.unit_cap
      from vouchers v join voucher_batches b on b.id = v.batch_id join packages sold on sold.id = b.package_id
     where v.code_hash = ${hashVoucher(code)} and b.account_id = ${accountId} and b.environment = ${environment}
       and ${IS_OPEN} and b.expires_at > ${ctx.clock.now()}`);
  return found ?? null;
}

/** One sentence for all of it: unknown, redeemed, blocked, expired, of another shop. */
export const refuseVoucher = (): never =>
  fail("resource_not_found", "This voucher code is not valid: it is mistyped, was redeemed, or has expired.");

/** Makes a code a checkout's; false when somebody else's was first, or it was blocked meanwhile. Locks the code. */
export async function claimVoucher(tx: Transaction, id: number, checkoutId: number, at: Date): Promise<boolean> {
  const claimed = await tx.query(sql`
    update vouchers v set checkout_id = ${checkoutId}, redeemed_at = ${at}
      from voucher_batches b
     where v.id = ${id} and b.id = v.batch_id and ${IS_OPEN} and b.expires_at > ${at} returning v.id`);
  return claimed.length > 0;
}

/** Nothing could be delivered for it: it can be redeemed again. */
export async function returnVoucher(tx: Transaction, checkoutId: number): Promise<void> {
  await tx.prisma.voucher.updateMany({ where: { checkoutId }, data: { checkoutId: null, redeemedAt: null } });
}
