import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { requireMarkup } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { type Decided, transactDecided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { requireApproval, requireOperator } from "#server/kernel/operator-permissions.ts";

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
    select r.id, r.account_id, r.supplier_code, r.country_code, r.package_id,
           r.markup_percent, r.retail_markup_percent, r.changed_at,
           a.code as account_code, a.company_name, p.package_id as package_code
      from price_rules r left join accounts a on a.id = r.account_id left join packages p on p.id = r.package_id`;

/** Rules in force: of one account, or those that hold for everybody, the least specific first. */
export async function listRules(ctx: Ctx, accountId: number | null): Promise<RuleLine[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<RuleLine>(sql`
    ${SELECT}
     where r.account_id is not distinct from ${accountId}::int and r.removed_at is null
     order by (r.package_id is not null), (r.country_code is not null), (r.supplier_code is not null), r.id limit 500`);
}

export async function getRule(ctx: Ctx, id: number): Promise<RuleLine> {
  requireOperator(ctx, "platform:read");
  const [rule] = await ctx.db.query<RuleLine>(sql`${SELECT} where r.id = ${id} and r.removed_at is null`);
  return rule ?? fail("resource_not_found", "This rule was removed already.");
}

export function requireMarkups({ markupPercent, retailMarkupPercent }: Markup): void {
  requireMarkup(markupPercent, "markupPercent");
  requireMarkup(retailMarkupPercent, "retailMarkupPercent");
}

/** The markup in force for exactly this target; null where a less specific rule holds. */
export async function findMarkup(db: Transaction, target: RuleTarget): Promise<Markup | null> {
  return await db.prisma.priceRule.findFirst({
    where: { ...only(target), removedAt: null },
    select: { markupPercent: true, retailMarkupPercent: true },
  });
}

/** Exactly this target: without a value, where JSON dropped it, a condition would match every rule. */
const only = (target: RuleTarget): RuleTarget => {
  const { accountId = null, supplierCode = null, countryCode = null, packageId = null } = target;
  return { accountId, supplierCode, countryCode, packageId };
};

/** `from`: the markup that a decision was about; when it is another one by now, nothing is changed. */
type From = { from?: Markup | null };

/** Sets the rule for a target, in force for the next request. A target has one rule. */
export async function setRule(
  ctx: Ctx,
  target: RuleTarget,
  { from, ...markup }: Markup & From,
  decided?: Decided,
): Promise<void> {
  requireApproval(ctx, "prices:manage");
  requireMarkups(markup);
  const { accountId, supplierCode, countryCode, packageId } = target;
  const { markupPercent, retailMarkupPercent } = markup;
  await transactDecided(ctx.db, decided, async (tx) => {
    const before = await holdRule(tx, target, from);
    await tx.query(sql`
      insert into price_rules (account_id, supplier_code, country_code, package_id, markup_percent, retail_markup_percent, changed_at)
      values (${accountId}::int, ${supplierCode}, ${countryCode}::char(2), ${packageId}::int, ${toNumeric(markupPercent)}::numeric,
              ${toNumeric(retailMarkupPercent)}::numeric, ${ctx.clock.now()})
      on conflict (account_id, supplier_code, country_code, package_id) do update
        set markup_percent = excluded.markup_percent, retail_markup_percent = excluded.retail_markup_percent,
            changed_at = excluded.changed_at, removed_at = null`);
    await recordChange(tx, ctx, target, "set", { ...asText(markup), before: before && asText(before) });
    return sayMarkup(markup);
  });
}

/** The next less specific rule holds from then on. The general one stays: without it nothing has a price. */
export async function removeRule(ctx: Ctx, target: RuleTarget, { from }: From = {}, decided?: Decided): Promise<void> {
  requireApproval(ctx, "prices:manage");
  if (ruleName(target) === GENERAL) fail("conflict", "The general rule holds where no other does: change it instead.");
  await transactDecided(ctx.db, decided, async (tx) => {
    const before = await holdRule(tx, target, from);
    if (!before) return fail("resource_not_found", "This rule was removed already.");
    await tx.prisma.priceRule.updateMany({ where: only(target), data: { removedAt: ctx.clock.now() } });
    await recordChange(tx, ctx, target, "remove", asText(before));
    return sayMarkup(null);
  });
}

/** The general markup of one account, beside the retail markup that it has. */
export async function setAccountMarkup(ctx: Ctx, code: string, markupPercent: Money): Promise<void> {
  const target = { accountId: await findAccountId(ctx, code), supplierCode: null, countryCode: null, packageId: null };
  const { retailMarkupPercent = money(USUAL_RETAIL_PERCENT) } = (await findMarkup(ctx.db, target)) ?? {};
  await setRule(ctx, target, { markupPercent, retailMarkupPercent });
}

/** As the table has it for rules that say nothing about retail prices. */
const USUAL_RETAIL_PERCENT = 30;

async function holdRule(tx: Transaction, target: RuleTarget, from: Markup | null | undefined): Promise<Markup | null> {
  const before = await findMarkup(tx, target);
  if (from !== undefined && sayMarkup(before) !== sayMarkup(from))
    fail("conflict", `The rule for ${ruleName(target)} was changed meanwhile: it is ${sayMarkup(before)} now.`);
  return before;
}

const asText = ({ markupPercent, retailMarkupPercent }: Markup) => ({
  markup: markupPercent.toString(),
  retailMarkup: retailMarkupPercent.toString(),
});

export const sayMarkup = (markup: Markup | null): string =>
  markup ? `${markup.markupPercent} % (retail ${markup.retailMarkupPercent} %)` : "no rule of its own";

/** The record, and the notice to the account that the rule is for: without figures, of which our own costs could be told. */
async function recordChange(
  tx: Transaction,
  ctx: Ctx,
  target: RuleTarget,
  what: "set" | "remove",
  details: Record<string, string | null | Record<string, string>>,
): Promise<void> {
  const { accountId, countryCode, packageId } = target;
  const subject = ruleName(target);
  await recordAudit(tx, ctx, { act: `price_rule.${what}`, accountId: accountId ?? undefined, subject, details });
  if (accountId === null) return;
  const where = packageId ? "one package" : countryCode ? `packages for ${countryCode}` : "your account";
  const text = `We changed the prices of ${where}. The catalogue shows what holds now.`;
  await raiseNotifications(tx, ctx.clock.now(), [
    { accountId, environment: "live", kind: "price.changed", subject, text, occasion: ulid() },
  ]);
}

const GENERAL = "everything";

/** What a rule is for, in words. */
export const ruleName = ({ accountId, supplierCode, countryCode, packageId }: RuleTarget): string =>
  [accountId && `account ${accountId}`, supplierCode, countryCode, packageId && `package ${packageId}`]
    .filter(Boolean)
    .join(", ") || GENERAL;

/** The id of an account, by its code; null for everybody. */
export async function findAccountId(ctx: Ctx, code: string | null): Promise<number | null> {
  if (code === null) return null;
  const account = await ctx.db.prisma.account.findUnique({ where: { code }, select: { id: true } });
  return account?.id ?? fail("resource_not_found", `There is no account with the code ${code}.`);
}
