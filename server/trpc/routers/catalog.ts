import { z } from "zod";
import {
  browseProducts,
  catalogFilter,
  getPackage,
  listCountries,
  listEqualPackages,
  listRegions,
  PRODUCT_ORDERS,
  type PricedPackage,
  pricePerGb,
} from "#server/domain/catalogue/catalog/index.ts";
import { countryName, REGION_NAMES } from "#server/domain/catalogue/places/index.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { filterInput } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

const PAGE = 50;
const Page = z.number().int().min(1).max(2_000).default(1);

export const catalogRouter = router({
  list: staffProcedure
    .input(filterInput(catalogFilter).extend({ page: Page, order: z.enum(PRODUCT_ORDERS).optional() }))
    .query(async ({ ctx, input: { page, order, ...filter } }) => {
      const range = { order, offset: (page - 1) * PAGE, limit: PAGE };
      const { items, total } = await browseProducts(ctx, filter, range);
      return {
        items: items.map(({ cheapest, ...rest }) => ({ ...presentOffer(cheapest), ...rest })),
        total,
        page,
        pages: Math.ceil(total / PAGE),
      };
    }),
  /** What can be chosen from. */
  places: staffProcedure.query(async ({ ctx }) => {
    const [countries, regions] = await Promise.all([listCountries(ctx), listRegions(ctx)]);
    return {
      countries: countries.map(({ code, name }) => ({ code, name })),
      regions: regions.map(({ code, name }) => ({ code, name })),
    };
  }),
  get: staffProcedure.input(z.string().min(1).max(200)).query(async ({ ctx, input }) => {
    const item = await getPackage(ctx, input);
    const equal = await listEqualPackages(ctx, item.productKey);
    return {
      ...presentOffer(item),
      replaced: item.replacedPackageId ?? null,
      networkType: item.networkType,
      speed: item.speed,
      operators: item.operators.map(({ country, name }) => ({ country: countryName(country), name })),
      validityDays: item.validityDays,
      activation: item.activation,
      updatedAt: item.updatedAt,
      countries: item.coverage
        .map((code) => ({ code, name: countryName(code) }))
        .sort((a, b) => a.name.localeCompare(b.name, "en")),
      equal: equal.map(presentOffer),
    };
  }),
});

/** A package as the reseller buys and sells it; amounts as exact decimals in text. */
export function presentOffer(item: PricedPackage) {
  const margin = item.recommendedRetailPrice.minus(item.unitPrice);
  return {
    packageId: item.packageId,
    name: item.name,
    type: item.type,
    place: item.countryCode ? countryName(item.countryCode) : (REGION_NAMES[item.regionCode] ?? item.regionCode),
    countryCode: item.countryCode,
    coverage: item.coverage.length,
    supplier: item.supplierCode,
    dataMb: item.dataMb,
    unlimited: item.unlimited,
    perDay: item.perDay,
    days: item.durationDays,
    topup: item.topupSupported,
    hotspot: item.hotspot,
    currency: item.currency,
    price: toNumeric(item.unitPrice),
    pricePerGb: pricePerGb(item, item.unitPrice)?.toFixed(4) ?? null,
    retail: toNumeric(item.recommendedRetailPrice),
    margin: toNumeric(margin),
    marginPercent: item.recommendedRetailPrice.isZero()
      ? "0"
      : margin.dividedBy(item.recommendedRetailPrice).times(100).toFixed(1),
  };
}
