import { comparePrices, type Markup, type RuleTarget } from "#server/domain/catalogue/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type RulePreview = {
  /** Packages on sale whose price would be another one. */
  changed: number;
  currency: string;
  /** Some of them, spread over the whole range of costs. */
  samples: { packageId: string; name: string; costUsd: Money; markupBefore: Money; before: Money; after: Money }[];
};

const SAMPLES = 6;

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
  const compared = await comparePrices(ctx, { target, markup, currency }, items);
  const step = Math.max(1, Math.ceil(compared.length / SAMPLES));
  return {
    changed: compared.length,
    currency,
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

/** The numeric id of a package, by its code. */
export async function findPackageId(ctx: Ctx, code: string): Promise<number | null> {
  const found = await ctx.db.prisma.package.findUnique({ where: { packageId: code }, select: { id: true } });
  return found?.id ?? null;
}
