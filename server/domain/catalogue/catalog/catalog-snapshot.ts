import { countryName, fold } from "#server/domain/catalogue/places/index.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { numericId } from "#server/kernel/ids.ts";
import { versioned } from "#server/kernel/versioned.ts";
import type { Package } from "./package.ts";
import { makeSearchIndex, type SearchIndex } from "./search-index.ts";

/** The catalogue in memory, ordered by id. */
export type CatalogSnapshot = {
  onSale: Package[];
  /** By public code or numeric id, on sale only. */
  find(codeOrId: string): Package | undefined;
  /** The same, replaced ones as well. */
  findRow(codeOrId: string): Package | undefined;
  /** What a withdrawn package was replaced by, when that is on sale. */
  findReplacement(codeOrId: string): { replaced: string; by: Package } | undefined;
  /** By its code in shops, on sale or replaced. */
  findInShop(shopCode: string): Package | undefined;
  /** Lower-case words a search looks in, by id. */
  searchText: Map<number, string>;
  /** What people search in; made when somebody does. */
  searchIndex(): SearchIndex;
};

type Row = Package & { status: string; replacedById: number | null };

export const catalogSnapshot = versioned("catalog", async (db: Transaction): Promise<CatalogSnapshot> => {
  const rows = await db.query<Row>(sql`
    select id, package_id, shop_code, supplier_code, supplier_package_id, name, type,
           country_code, region_code, coverage, data_mb, unlimited, per_day,
           duration_days, validity_days, network_type, speed, operators, hotspot, activation,
           product_key, is_variant, topup_supported, cost_usd,
           suggested_retail_usd, changed_at, status, replaced_by_id
      from packages where status = 'on_sale' or replaced_by_id is not null order by id`);
  const onSale = rows.filter((row) => row.status === "on_sale");
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCode = new Map(rows.map((row) => [row.packageId, row]));
  const byShopCode = new Map(rows.map((row) => [row.shopCode, row]));
  const lookUp = (codeOrId: string) => byCode.get(codeOrId) ?? byId.get(numericId(codeOrId) ?? 0);
  let index: SearchIndex | undefined;
  return {
    onSale,
    searchIndex: () => {
      index ??= makeSearchIndex(onSale);
      return index;
    },
    findRow: lookUp,
    findInShop: (shopCode) => byShopCode.get(shopCode),
    find(codeOrId) {
      const row = lookUp(codeOrId);
      return row?.status === "on_sale" ? row : undefined;
    },
    findReplacement(codeOrId) {
      const start = lookUp(codeOrId);
      let row = start;
      // A replacement may have been replaced in its turn; the number of steps is bounded so that a circle ends.
      for (let step = 0; row && row.status !== "on_sale" && step < 10; step++) row = byId.get(row.replacedById ?? 0);
      return start && row && row !== start && row.status === "on_sale"
        ? { replaced: start.packageId, by: row }
        : undefined;
    },
    searchText: new Map(
      onSale.map((row) => [row.id, fold([row.name, row.packageId, ...row.coverage.map(countryName)].join("\n"))]),
    ),
  };
});
