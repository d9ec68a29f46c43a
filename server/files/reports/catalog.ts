import { catalogFilter, listPriceList, type PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { filterInput } from "#server/trpc/filters.ts";
import { presentOffer } from "#server/trpc/routers/catalog.ts";
import { type Columns, cellsOf, type Report } from "./report.ts";

type Line = ReturnType<typeof presentOffer> & { countries: string };

const COLUMNS: Columns<Line> = {
  package_id: ({ packageId }) => packageId,
  name: ({ name }) => name,
  type: ({ type }) => type,
  place: ({ place }) => place,
  countries: ({ countries }) => countries,
  supplier: ({ supplier }) => supplier,
  data_mb: ({ unlimited, dataMb }) => (unlimited ? null : dataMb),
  unlimited: ({ unlimited }) => String(unlimited),
  per_day: ({ perDay }) => String(perDay),
  days: ({ days }) => days,
  topup: ({ topup }) => String(topup),
  hotspot: ({ hotspot }) => (hotspot === null ? null : String(hotspot)),
  price: ({ price }) => price,
  retail_price: ({ retail }) => retail,
  margin: ({ margin }) => margin,
  margin_percent: ({ marginPercent }) => marginPercent,
  currency: ({ currency }) => currency,
};

const toLine = (item: PricedPackage): Line => ({ ...presentOffer(item), countries: item.coverage.join(" ") });

/** The price list: every package that passes, of every supplier. */
export const catalogReport: Report = {
  header: Object.keys(COLUMNS),
  async *rows(ctx, query) {
    const items = await listPriceList(ctx, filterInput(catalogFilter).parse(query));
    for (const item of items) yield cellsOf(COLUMNS, toLine(item));
  },
};
