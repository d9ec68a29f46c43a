import { retailList } from "#server/domain/catalogue/pricing/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import { distinctTopups, getTopupOptions } from "#server/domain/selling/topups/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { one, sql } from "#server/kernel/db.ts";
import { ceil2, type Money, money } from "#server/kernel/money.ts";

export type RetailTopup = {
  code: string;
  /** In forms of shops: the code may have a supplier's name in it. */
  shopCode: string;
  name: string;
  dataMb: number;
  durationDays: number;
  /** What the traveller pays, and what it costs the reseller. */
  price: Money;
  unitCost: Money;
};

/** Where no rule of the reseller says otherwise; what the platform recommends for packages. */
const USUAL_MARKUP = money("1.3");

/** What can be put on an eSIM at the reseller's retail prices, cheapest first. Rules for its country apply. */
export async function getRetailTopups(
  ctx: AccountCtx,
  esim: Esim,
): Promise<{ packageId: number; supported: boolean; items: RetailTopup[] }> {
  const [{ items, supported }, { retailOf }, sold] = await Promise.all([
    getTopupOptions(ctx, esim),
    retailList(ctx),
    ctx.db.query<{ packageId: number; countryCode: string | null }>(sql`
      select p.id as package_id, p.country_code from orders o join packages p on p.id = o.package_id where o.id = ${esim.orderId}`),
  ]);
  const { packageId, countryCode } = one(sold);
  const offered = distinctTopups(items).map(
    ({ packageCode, name, dataMb, durationDays, price: unitCost }): RetailTopup => {
      const recommendedRetailPrice = ceil2(unitCost.times(USUAL_MARKUP));
      const { price } = retailOf({ id: 0, countryCode }, { unitPrice: unitCost, recommendedRetailPrice });
      return {
        code: packageCode,
        shopCode: sha256Hex(packageCode).slice(0, 16),
        name,
        dataMb,
        durationDays,
        price,
        unitCost,
      };
    },
  );
  return { packageId, supported, items: offered.sort((a, b) => a.price.comparedTo(b.price)) };
}
