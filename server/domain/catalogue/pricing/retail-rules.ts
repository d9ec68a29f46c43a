import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** What a price ends in, or of what it is a multiple; both of the currency's unit. */
export const ENDINGS = ["none", ".00", ".49", ".90", ".95", ".99", "0.05", "0.10", "0.50", "5", "10", "100"] as const;
export type Ending = (typeof ENDINGS)[number];

/** A reseller's markup in percent of its own price: for everything, for a country, or for one package. */
export type RetailRule = {
  countryCode: string | null;
  packageId: number | null;
  markupPercent: Money;
  ending: Ending;
};

type Target = { countryCode?: string; packageId?: number };

/** The general rule first, then countries, then packages. */
export async function listRetailRules(ctx: AccountCtx): Promise<(RetailRule & { packageCode: string | null })[]> {
  requirePermission(ctx, "brand:read");
  const { accountId } = tenant(ctx);
  return await ctx.db.query<RetailRule & { packageCode: string | null }>(sql`
    select r.country_code, r.package_id, r.markup_percent, r.ending, p.package_id as package_code
      from retail_rules r left join packages p on p.id = r.package_id
     where r.account_id = ${accountId} order by r.package_id nulls first, r.country_code nulls first`);
}

/**
 * Sets the rule of a target. Prices of which less than the reseller's own is left are set only when that was said to be meant:
 * `belowCost` is what a form sends after its warning, `included` the VAT in prices, in percent.
 */
export async function setRetailRule(
  ctx: AccountCtx,
  { countryCode, packageId, markupPercent, ending }: Target & Pick<RetailRule, "markupPercent" | "ending">,
  { belowCost = false, included = money(0) } = {},
): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const { accountId } = tenant(ctx);
  if (countryCode && packageId)
    fail("validation_error", "A rule is for a country or for a package, not for both.", { field: "package_id" });
  if (markupPercent.lessThan(-90) || markupPercent.greaterThan(1_000))
    fail("validation_error", "A markup lies between -90 and 1000 percent.", { field: "markup_percent" });
  if (markupPercent.lessThan(included) && !belowCost) {
    const why = markupPercent.isNegative()
      ? "With a negative markup every sale is a loss."
      : `Your prices include ${included} % VAT: with a smaller markup every sale is a loss.`;
    const details = { field: "markup_percent", below_cost: true };
    fail("validation_error", `${why} Confirm that this is meant.`, details);
  }
  await ctx.db.transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      act: "retail_price.set",
      accountId,
      subject: nameOf({ countryCode, packageId }),
      details: { markupPercent: markupPercent.toString(), ending },
    });
    await tx.query(sql`
      insert into retail_rules (account_id, country_code, package_id, markup_percent, ending, changed_at)
      values (${accountId}, ${countryCode ?? null}, ${packageId ?? null}, ${toNumeric(markupPercent)}::numeric, ${ending}, ${ctx.clock.now()})
      on conflict (account_id, country_code, package_id) do update
        set markup_percent = excluded.markup_percent, ending = excluded.ending, changed_at = excluded.changed_at`);
  });
}

/** What the rule stood for falls back to the next one, or to the recommended price. */
export async function removeRetailRule(ctx: AccountCtx, target: Target): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const { accountId } = tenant(ctx);
  await ctx.db.transaction(async (tx) => {
    const { countryCode = null, packageId = null } = target;
    const { count } = await tx.prisma.retailRule.deleteMany({ where: { accountId, countryCode, packageId } });
    if (count === 0) fail("resource_not_found", "There is no such rule.");
    await recordAudit(tx, ctx, { act: "retail_price.remove", accountId, subject: nameOf(target) });
  });
}

const nameOf = ({ countryCode, packageId }: Target): string =>
  packageId ? `package ${packageId}` : (countryCode ?? "everything");
