import { comparePrices, type Markup, type RuleTarget, type Touched } from "#server/domain/catalogue/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type RulePreview = {
  /** Packages on sale whose price would be another one. */
  changed: number;
  /** Of them: sold for what they cost, so that nothing is earned. */
  atCost: number;
  currency: string;
  /** Some of them, spread over the whole range of costs. */
  /** Accounts, those with the most changes first; without a code all that have no rules of their own. */
  accounts: (Omit<Touched, "accountId"> & { code: string | null; companyName: string | null; count: number })[];
  /** How many more accounts are touched than are listed. */
  more: number;
  samples: { packageId: string; name: string; costUsd: Money; markupBefore: Money; before: Money; after: Money }[];
};

const SAMPLES = 6;
const MOST_ACCOUNTS = 8;

/** What setting a rule (or with `markup` null, removing it) does to prices, before it is done. */
export async function previewRule(
  ctx: Ctx,
  target: RuleTarget,
  markup: Markup | null,
  currency = "USD",
): Promise<RulePreview> {
  requireOperator(ctx, "platform:read");
  const { supplierCode, countryCode, packageId } = target;
  const items = await ctx.db.prisma.package.findMany({
    where: {
      status: "on_sale",
      ...(supplierCode !== null && { supplierCode }),
      ...(countryCode !== null && { countryCode }),
      ...(packageId !== null && { id: packageId }),
    },
    select: {
      id: true,
      packageId: true,
      name: true,
      supplierCode: true,
      countryCode: true,
      costUsd: true,
      suggestedRetailUsd: true,
    },
    orderBy: [{ costUsd: "asc" }, { id: "asc" }],
  });
  const { compared, touched } = await comparePrices(ctx, { target, markup, currency }, items);
  const step = Math.max(1, Math.ceil(compared.length / SAMPLES));
  return {
    changed: compared.length,
    atCost: compared.filter(({ item, after }) => !after.baseUnitPrice.greaterThan(item.costUsd)).length,
    currency,
    accounts: await nameAccounts(ctx, touched),
    more: Math.max(0, touched.length - MOST_ACCOUNTS),
    samples: compared
      .filter((_, i) => i % step === 0)
      .map(({ item, before, after, markupBefore }) => ({
        packageId: item.packageId,
        name: item.name,
        costUsd: item.costUsd,
        markupBefore,
        before: before.unitPrice,
        after: after.unitPrice,
      })),
  };
}

async function nameAccounts(ctx: Ctx, touched: Touched[]): Promise<RulePreview["accounts"]> {
  const shown = touched.slice(0, MOST_ACCOUNTS);
  const ids = shown.flatMap(({ accountId }) => accountId ?? []);
  const [named, others] = await Promise.all([
    ctx.db.prisma.account.findMany({
      where: { id: { in: ids } },
      select: { id: true, code: true, companyName: true },
    }),
    ctx.db.prisma.account.count({
      where: { status: "active", priceRules: { none: { removedAt: null } } },
    }),
  ]);
  const byId = new Map(named.map((account) => [account.id, account]));
  return shown.map(({ accountId, ...effect }) => {
    const { code = null, companyName = null } = (accountId !== null && byId.get(accountId)) || {};
    return { ...effect, code, companyName, count: accountId === null ? others : 1 };
  });
}

/** The numeric id of a package, by its code. */
export async function findPackageId(ctx: Ctx, code: string): Promise<number | null> {
  const found = await ctx.db.prisma.package.findUnique({ where: { packageId: code }, select: { id: true } });
  return found?.id ?? null;
}
