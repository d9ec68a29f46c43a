import { listPriceList } from "#server/domain/catalogue/catalog/index.ts";
import { CatalogFilters, toPackageFilter } from "#server/trpc/filters.ts";
import { presentOffer } from "#server/trpc/routers/catalog.ts";
import type { Report } from "./report.ts";

/** The price list: every package that passes, of every supplier. */
export const catalogReport: Report = {
  header: [
    ...["package_id", "name", "type", "place", "countries", "supplier", "data_mb", "unlimited", "per_day", "days"],
    ...["topup", "hotspot", "price", "retail_price", "margin", "margin_percent", "currency"],
  ],
  async *rows(ctx, query) {
    const filter = toPackageFilter(CatalogFilters.parse(query));
    for (const item of await listPriceList(ctx, filter)) {
      const offer = presentOffer(item);
      const { packageId, name, type, place, supplier, dataMb, unlimited, perDay, days, topup, hotspot } = offer;
      yield [
        ...[packageId, name, type, place, item.coverage.join(" "), supplier, unlimited ? "" : String(dataMb)],
        ...[String(unlimited), String(perDay), String(days), String(topup), hotspot === null ? "" : String(hotspot)],
        ...[offer.price, offer.retail, offer.margin, offer.marginPercent, offer.currency],
      ];
    }
  },
};
