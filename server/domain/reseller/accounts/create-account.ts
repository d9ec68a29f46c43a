import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type Wanted, withNames } from "#server/domain/reseller/names/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { newAccountCode } from "#server/kernel/ids.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requireApproval, requireOperator } from "#server/kernel/operator-permissions.ts";
import type { Account, Plan } from "./account.ts";
import { requireCredit } from "./credit-line.ts";
import { requireMarkup } from "./require-markup.ts";

export type NewAccount = {
  companyName: string;
  email: string;
  currency: string;
  plan?: Plan;
  /** In the account currency; giving one enables credit. */
  creditLimit?: Money;
  /** Percent on the supplier's cost, instead of the general rule. */
  markupPercent?: Money;
  rateMinute?: number;
  rateDay?: number;
};

/** Characters of a company's name. */
export const LONGEST_NAME = 120;
const NO_ENTRY_YET = new Uint8Array(32);

/** What a new account's shop is called until its reseller names it. */
export async function firstSlug(ctx: Ctx, companyName: string, code: string): Promise<Wanted> {
  const [{ slug } = { slug: "" }] = await ctx.db.query<{ slug: string }>(
    sql`select first_slug(${companyName}, ${code}) as slug`,
  );
  return { kind: "slug", name: slug, taken: "The account that was drawn exists already. Try again." };
}

/**
 * An account of a reseller who signed up by themselves, in the transaction that proves who they are: prepaid, at everybody's
 * prices, with the test environment alone. Live waits for staff.
 */
export async function createOwnAccount(
  tx: Transaction,
  ctx: Ctx,
  { code, ...input }: Pick<NewAccount, "companyName" | "email" | "currency"> & { code: string },
): Promise<{ id: number; code: string }> {
  const createdAt = ctx.clock.now();
  const closed = { liveEnabled: false, liveSince: null };
  const data = {
    ...input,
    ...closed,
    code,
    createdAt,
    wallet: { create: { headHash: NO_ENTRY_YET } },
  };
  const { id } = await tx.prisma.account.create({ data });
  await recordAudit(tx, ctx, { act: "account.sign_up", accountId: id, subject: code, details: input });
  return { id, code };
}

/** Opens an account with an empty wallet, for both environments. */
export async function createAccount(ctx: Ctx, input: NewAccount): Promise<Account> {
  requireOperator(ctx, "accounts:manage");
  if (input.companyName.trim() === "" || input.companyName.length > LONGEST_NAME)
    fail("validation_error", `Say in 1 to ${LONGEST_NAME} characters who the reseller is.`, { field: "companyName" });
  if (input.creditLimit) {
    requireApproval(ctx, "credit:manage");
    requireCredit({ limit: input.creditLimit });
  }
  if (input.markupPercent) {
    requireApproval(ctx, "prices:manage");
    requireMarkup(input.markupPercent, "markupPercent");
  }
  const code = newAccountCode();
  const open = async (tx: Transaction) => {
    const account = await tx.prisma.account.create({
      data: {
        code,
        companyName: input.companyName,
        email: input.email,
        currency: input.currency,
        plan: input.plan,
        rateMinute: input.rateMinute,
        rateDay: input.rateDay,
        createdAt: ctx.clock.now(),
        wallet: { create: { headHash: NO_ENTRY_YET } },
        ...(input.markupPercent && { priceRules: { create: { markupPercent: toNumeric(input.markupPercent) } } }),
      },
    });
    await recordAudit(tx, ctx, {
      act: "account.create",
      accountId: account.id,
      subject: code,
      details: {
        companyName: input.companyName,
        currency: input.currency,
        creditLimit: input.creditLimit?.toString() ?? null,
      },
    });
    if (input.creditLimit)
      await tx.query(sql`
        select set_credit(${account.id}::int, true, ${toNumeric(input.creditLimit)}::numeric, 'active', null, 'credit:opening', ${ctx.clock.now()}::timestamptz)`);
    return (await tx.prisma.account.findUniqueOrThrow({
      where: { id: account.id },
      include: { wallet: true },
    })) as Account;
  };
  return await withNames(ctx, [await firstSlug(ctx, input.companyName, code)], () => ctx.db.transaction(open));
}
