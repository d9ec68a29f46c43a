import { audit } from "#server/domain/audit/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/permissions.ts";

/** What a rule is for; what is null matches everything. */
export type RuleTarget = {
  accountId: number | null;
  supplierCode: string | null;
  countryCode: string | null;
  packageId: number | null;
};

/** Percent. */
export type Markup = { markupPercent: Money; retailMarkupPercent: Money };

export type RuleLine = RuleTarget &
  Markup & {
    id: number;
    accountCode: string | null;
    companyName: string | null;
    packageCode: string | null;
    changedAt: Date;
  };

const SELECT = sql`
    select r.id, r.account_id as "accountId", r.supplier_code as "supplierCode", r.country_code as "countryCode", r.package_id as "packageId",
           r.markup_percent as "markupPercent", r.retail_markup_percent as "retailMarkupPercent", r.changed_at as "changedAt",
           a.code as "accountCode", a.company_name as "companyName", p.package_id as "packageCode"
      from price_rules r left join accounts a on a.id = r.account_id left join packages p on p.id = r.package_id`;

/** Rules in force: of one account, or those that hold for everybody, the least specific first. */
export async function listRules(ctx: Ctx, accountId: number | null): Promise<RuleLine[]> {
  requireOperator(ctx);
  return await ctx.db.query<RuleLine>(sql`
    ${SELECT}
     where r.account_id is not distinct from ${accountId}::int and r.removed_at is null
     order by (r.package_id is not null), (r.country_code is not null), (r.supplier_code is not null), r.id limit 500`);
}

export async function getRule(ctx: Ctx, id: number): Promise<RuleLine> {
  requireOperator(ctx);
  const [rule] = await ctx.db.query<RuleLine>(sql`${SELECT} where r.id = ${id} and r.removed_at is null`);
  return rule ?? fail("resource_not_found", "This rule was removed already.");
}

const MOST_PERCENT = 1_000;

/** Sets the rule for a target, in force for the next request. A target has one rule. */
export async function setRule(
  ctx: Ctx,
  target: RuleTarget,
  { markupPercent, retailMarkupPercent }: Markup,
): Promise<void> {
  requireOperator(ctx);
  for (const [field, percent] of Object.entries({ markupPercent, retailMarkupPercent }))
    if (percent.isNegative() || percent.greaterThan(MOST_PERCENT))
      fail("validation_error", `A markup is from 0 to ${MOST_PERCENT} percent, not ${percent}.`, { field });
  const { accountId, supplierCode, countryCode, packageId } = target;
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const before = await tx.priceRule.findFirst({ where: target });
    await tx.$executeRaw`
      insert into price_rules (account_id, supplier_code, country_code, package_id, markup_percent, retail_markup_percent, changed_at)
      values (${accountId}::int, ${supplierCode}, ${countryCode}::char(2), ${packageId}::int, ${toNumeric(markupPercent)}::numeric,
              ${toNumeric(retailMarkupPercent)}::numeric, ${at}::timestamptz)
      on conflict (account_id, supplier_code, country_code, package_id) do update
        set markup_percent = excluded.markup_percent, retail_markup_percent = excluded.retail_markup_percent,
            changed_at = excluded.changed_at, removed_at = null`;
    const details = {
      markup: markupPercent.toString(),
      retailMarkup: retailMarkupPercent.toString(),
      before: before && !before.removedAt ? before.markupPercent.toString() : null,
    };
    await audit(tx, ctx, {
      act: "price_rule.set",
      accountId: accountId ?? undefined,
      subject: nameOf(target),
      details,
    });
  });
}

/** The next less specific rule holds from then on. The general one stays: without it nothing has a price. */
export async function removeRule(ctx: Ctx, id: number): Promise<void> {
  requireOperator(ctx);
  const at = ctx.clock.now();
  await ctx.db.prisma.$transaction(async (tx) => {
    const rule = await tx.priceRule.findUnique({ where: { id } });
    if (!rule || rule.removedAt) return fail("resource_not_found", "This rule was removed already.");
    if (nameOf(rule) === GENERAL) fail("conflict", "The general rule holds where no other does: change it instead.");
    await tx.priceRule.update({ where: { id }, data: { removedAt: at } });
    const details = { markup: rule.markupPercent.toString() };
    await audit(tx, ctx, {
      act: "price_rule.remove",
      accountId: rule.accountId ?? undefined,
      subject: nameOf(rule),
      details,
    });
  });
}

const GENERAL = "everything";

const nameOf = ({ accountId, supplierCode, countryCode, packageId }: RuleTarget): string =>
  [accountId && `account ${accountId}`, supplierCode, countryCode, packageId && `package ${packageId}`]
    .filter(Boolean)
    .join(", ") || GENERAL;

/** The id of an account, by its code; null for everybody. */
export async function findAccountId(ctx: Ctx, code: string | null): Promise<number | null> {
  if (code === null) return null;
  const rows = await ctx.db.query<{ id: number }>(sql`select id from accounts where code = ${code}`);
  if (rows.length === 0) fail("resource_not_found", `There is no account with the code ${code}.`);
  return one(rows).id;
}
