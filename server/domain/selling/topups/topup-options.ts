import { listSandboxTopups, topupsSold } from "#server/domain/catalogue/catalog/index.ts";
import { priceList } from "#server/domain/catalogue/pricing/index.ts";
import { describeSupplier, type SupplierCode, type SupplierTopup } from "#server/domain/catalogue/suppliers/index.ts";
import { listTopups } from "#server/domain/selling/actions/index.ts";
import { type Esim, isFinal } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { MINUTE } from "#server/kernel/time.ts";

/** What can be put on an eSIM, at the account's price. */
export type TopupOption = {
  packageCode: string;
  name: string;
  dataMb: number;
  durationDays: number;
  /** In the account currency. */
  price: Money;
  costUsd: Money;
};

export type TopupOptions = {
  supported: boolean;
  currency: string;
  /** `cache`: what the supplier said within the last 15 minutes. */
  source: "sandbox" | "supplier" | "cache";
  items: TopupOption[];
};

/** How long a supplier's options are good for showing. */
const FRESH_MS = 15 * MINUTE;

type Product = {
  /** False also of an eSIM whose place another one takes: nobody pays for more on it. */
  topupSupported: boolean;
  type: "local" | "regional" | "global";
  countryCode: string | null;
  regionCode: string;
};

/** The options of an eSIM and their prices now: none of one that is over. `fx_unavailable` when there can be no price. */
export async function getTopupOptions(ctx: AccountCtx, esim: Esim): Promise<TopupOptions> {
  requirePermission(ctx, "orders:read");
  const prices = await priceList(ctx);
  const product = await readProduct(ctx, esim);
  const { source, topups } = await listOptions(ctx, esim, product);
  const items = topups.map(({ code, name, dataMb, durationDays, costUsd }) => {
    const { unitPrice } = prices.priceOf({
      id: 0,
      supplierCode: esim.supplierCode,
      countryCode: product.countryCode,
      costUsd,
      suggestedRetailUsd: null,
    });
    return { packageCode: code, name, dataMb, durationDays, price: unitPrice, costUsd };
  });
  return { supported: isSupported(esim, product), currency: prices.currency, source, items };
}

/** What is sold under a top-up's code, as `product_key` says it of packages: one day it may be something else. */
export const topupProduct = ({ dataMb, durationDays }: Pick<TopupOption, "dataMb" | "durationDays">): string =>
  `topup:${dataMb}mb:${durationDays}d`;

/** Of those with the same name, data and days, which nothing tells apart, the cheapest. */
export function distinctTopups<T extends Pick<TopupOption, "name" | "dataMb" | "durationDays" | "price">>(
  items: T[],
): T[] {
  const looks = ({ name, dataMb, durationDays }: T) => `${name.trim().toLowerCase()} ${dataMb} ${durationDays}`;
  const cheapest = new Map<string, T>();
  for (const item of items) {
    const other = cheapest.get(looks(item));
    if (!other || item.price.lessThan(other.price)) cheapest.set(looks(item), item);
  }
  return [...cheapest.values()];
}

const isSupported = (esim: Esim, { topupSupported }: Product): boolean =>
  topupSupported && describeSupplier(esim.supplierCode as SupplierCode).capabilities.topup;

async function readProduct(ctx: AccountCtx, esim: Esim): Promise<Product> {
  const [product] = await ctx.db.query<Product>(sql`
    select ${topupsSold(sql`o.created_at`)} and not exists (select from replacements x where x.esim_id = ${esim.id} and x.status <> 'refused') as topup_supported,
           sold.type, sold.country_code, sold.region_code
      from orders o join packages sold on sold.id = o.package_id where o.id = ${esim.orderId}`);
  return product ?? fail("internal_error", "An eSIM has no package.");
}

type Listed = { source: TopupOptions["source"]; topups: SupplierTopup[] };

async function listOptions(ctx: AccountCtx, esim: Esim, product: Product): Promise<Listed> {
  const sandbox = ctx.environment === "test";
  if (!isSupported(esim, product) || isFinal(esim.status))
    return { source: sandbox ? "sandbox" : "supplier", topups: [] };
  if (sandbox) return { source: "sandbox", topups: await listSandboxTopups(ctx, { ...product, ...esim }) };
  const listed = await listTopups(ctx, esim, FRESH_MS);
  if (listed.kind !== "found")
    return fail(
      "supplier_error",
      "The network supplier could not be asked for its top-ups at this moment. Repeat the request in a few seconds.",
    );
  return { source: listed.value.isKept ? "cache" : "supplier", topups: listed.value.topups };
}
