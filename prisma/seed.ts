import { registerSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { openKeyring } from "#server/domain/control/secrets/index.ts";
import { isHome } from "#server/kernel/cell.ts";
import type { Ctx } from "#server/kernel/context.ts";

const GENERAL_MARKUP_PERCENT = 25;
const GENERAL_RETAIL_MARKUP_PERCENT = 30;

/**
 * What every database needs before the first request: its keys, and, which other cells have from home, the suppliers and the price rule that
 * applies where no other does.
 */
export async function seed(ctx: Ctx): Promise<void> {
  await openKeyring(ctx.db);
  if (!isHome()) return;
  await registerSuppliers(ctx);
  const target = { accountId: null, supplierCode: null, countryCode: null, packageId: null };
  if (await ctx.db.prisma.priceRule.findFirst({ where: target })) return;
  await ctx.db.prisma.priceRule.createMany({
    data: [
      {
        ...target,
        markupPercent: GENERAL_MARKUP_PERCENT,
        retailMarkupPercent: GENERAL_RETAIL_MARKUP_PERCENT,
        changedAt: ctx.clock.now(),
      },
    ],
    skipDuplicates: true,
  });
}
