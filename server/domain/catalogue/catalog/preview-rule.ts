import { comparePrices, type Markup, type RuleTarget } from "#server/domain/catalogue/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type RulePreview = {
  /** Packages on sale whose price would be another one. */
  changed: number;
  currency: string;
  /** Some of them, spread over the whole range of costs. */
  samples: { packageId: string; name: string; costUsd: Money; markupBefore: Money; before: Money; after: Money }[];
};

type Item = {
  id: number;
  packageId: string;
  name: string;
  supplierCode: string;
  countryCode: string | null;
  costUsd: Money;
  suggestedRetailUsd: Money | null;
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
  const items = await ctx.db.query<Item>(sql`
    select id, package_id, name, supplier_code, country_code, cost_usd,
           suggested_retail_usd
      from packages
     where status = 'on_sale' and supplier_code = coalesce(${supplierCode}, supplier_code)
       and (${countryCode}::text is null or country_code = ${countryCode}) and id = coalesce(${packageId}::int, id)
     order by cost_usd, id`);
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
  const [row] = await ctx.db.query<{ id: number }>(sql`select id from packages where package_id = ${code}`);
  return row?.id ?? null;
}
