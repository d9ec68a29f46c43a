import { notFound } from "next/navigation";
import { cache } from "react";
import { LANGUAGES } from "#server/domain/catalogue/places/index.ts";
import { type ShownIn, shownRates } from "#server/domain/catalogue/pricing/index.ts";
import { isOpenForSale } from "#server/domain/money/payments/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import {
  type Brand,
  currenciesOf,
  findStorefront,
  PAYMENT_MARKS,
  reviewsOf,
  type ShopFont,
  shopsOrigin,
  storefrontUrl,
  textIn,
} from "#server/domain/reseller/brand/index.ts";
import {
  findPictureSize,
  findPictureSizes,
  type PictureSize,
  type SizedPicture,
} from "#server/domain/reseller/pictures/index.ts";
import { type Language, toLanguage } from "#server/domain/shop/checkout/index.ts";
import { addsVat, findSeller } from "#server/domain/shop/law/index.ts";
import { hasVouchers } from "#server/domain/shop/vouchers/index.ts";
import { inThisCell } from "#server/kernel/cell.ts";
import { type AccountCtx, systemContext } from "#server/kernel/context.ts";
import { wantedLanguage } from "#server/kernel/languages.ts";
import type { Money } from "#server/kernel/money.ts";
import { type PageLink, readPageLinks } from "./present-pages.ts";
import { presentSeller, type SellerView } from "./present-seller.ts";
import { readStoreKey } from "./store-key.ts";

type Said = ReturnType<typeof textIn>;

/** What every page of a storefront may show of it. Nothing of the account behind it. */
export type StoreView = {
  name: string;
  environment: "test" | "live";
  /** Links of this storefront begin with it; empty on its own domain. */
  base: string;
  /** Where search engines should know it, absolute. */
  canonicalBase: string;
  language: Language;
  /** What is charged. */
  currency: string;
  /** In which its prices can be shown now: what is charged first, alone where there is nothing to choose. */
  currencies: string[];
  /** That the visitor chose to see beside it; null for what is charged, and while there is no rate. */
  shown: (Omit<ShownIn, "rate"> & { rate: string }) | null;
  colors: { primary: string; secondary: string; accent: string };
  /** Null where it is not known how large it is: of pictures elsewhere, and of the one that we draw. */
  logo: PictureSize | null;
  font: ShopFont;
  /** The reseller's own words on the home page, in the page's language or else in the brand's, and the picture behind them. */
  hero: { title: Said; lead: Said; pictures: SizedPicture[] };
  trust: { marks: string[]; hours: Said; reviews: { words: string; name: string }[] };
  /** Changes with the brand, so that pictures are fetched anew. */
  version: string;
  support: { email: string; phone: string | null };
  /** `seller`: null where its reseller entered no more than the company's name. */
  legal: { company: string; seller: SellerView | null };
  /** Pages in the reseller's own words, and those elsewhere that it links to. */
  pages: PageLink[];
  /** VAT comes on top of every price, by the country that a traveller lives in. */
  addsVat: boolean;
  /** Whether there are codes that travellers can redeem. */
  hasVouchers: boolean;
  /** False: a live storefront without a payment provider. */
  openForSale: boolean;
};

export type Store = {
  view: StoreView;
  ctx: AccountCtx;
  brand: Brand;
  /** Its address under the name that it was reached by, without a slash at the end. */
  home: string;
  /** Shown to whoever edits it, with what travellers do not see yet. */
  isPreview: boolean;
};

/** The storefront of a path, once per request; a page that does not exist where there is none. */
export const openStore = cache(async (segment: string, languageCode: string): Promise<Store> => {
  const store = await findStore(segment, languageCode);
  return store ?? notFound();
});

export async function findStore(segment: string, languageCode: string): Promise<Store | null> {
  const key = readStoreKey(segment);
  const language = LANGUAGES.find((known) => known === languageCode);
  const platform = systemContext({ kind: "visitor", name: "storefront" });
  const found = key && language ? await findStorefront(platform.db, key.address) : null;
  if (!key || !language || !found) return null;
  const { brand } = found;
  const ctx = await enterAccount(platform, found.accountCode, key.environment);
  const own = toLanguage(brand.locale);
  const isPreview = "preview" in key.address;
  // Side by side: each page that is made waits for these.
  const [currencies, logo, pictures, seller, pages, isVatAdded, isRedeemable, openForSale] = await Promise.all([
    readCurrencies(ctx, brand, key.currency),
    findPictureSize(platform.db, ctx.account.id, brand.logoUrl),
    findPictureSizes(platform.db, ctx.account.id, brand.shop.hero_picture ?? null),
    findSeller(ctx),
    readPageLinks(ctx, brand, { base: key.base, language, isPreview }),
    addsVat(ctx),
    hasVouchers(ctx),
    isOpenForSale(ctx),
  ]);
  const view: StoreView = {
    name: brand.name,
    environment: key.environment,
    base: key.base,
    canonicalBase: storefrontUrl(brand),
    language,
    currency: ctx.account.currency,
    ...currencies,
    colors: { primary: brand.primaryColor, secondary: brand.secondaryColor, accent: brand.accentColor },
    logo,
    font: brand.shop.font || "geist",
    hero: {
      title: textIn(brand.shop, "hero_title", language, own),
      lead: textIn(brand.shop, "hero_lead", language, own),
      pictures: pictures.map((one) => ({ ...one, path: inThisCell(one.path) })),
    },
    trust: {
      marks: (brand.shop.payment_marks ?? "").split(",").flatMap((code) => PAYMENT_MARKS[code] ?? []),
      hours: textIn(brand.shop, "support_hours", language, own),
      reviews: reviewsOf(brand.shop.reviews ?? "").filter((review) => review !== null),
    },
    version: brand.updatedAt.getTime().toString(36),
    support: { email: brand.supportEmail, phone: brand.supportPhone },
    legal: { company: brand.companyLegalName, seller: presentSeller(seller, brand, language) },
    pages,
    addsVat: isVatAdded,
    hasVouchers: isRedeemable,
    openForSale,
  };
  const home = "domain" in key.address ? `https://${key.address.domain}` : shopsOrigin() + key.base;
  return { view, ctx, brand, home, isPreview };
}

/** Those that the reseller shows and that have a rate; what has none is as if nobody had chosen it. */
async function readCurrencies(
  ctx: AccountCtx,
  { shop }: Brand,
  chosen: string | null,
): Promise<Pick<StoreView, "currencies" | "shown">> {
  const offered = currenciesOf(shop);
  const rates = offered.length > 0 ? await shownRates(ctx) : new Map<string, Money>();
  const usable = offered.filter((currency) => rates.has(currency));
  const currency = usable.find((one) => one === chosen);
  const rate = currency && rates.get(currency);
  return {
    currencies: [ctx.account.currency, ...usable],
    shown: currency && rate ? { currency, rate: rate.toString(), rounding: shop.currency_rounding || "exact" } : null,
  };
}

/** `/store/demo` → `/store/demo/de`: the first language of the visitor's that we speak, else the brand's. */
export async function chooseLanguage(request: Request, segment: string, path = ""): Promise<Response> {
  const key = readStoreKey(segment);
  const found = key && (await findStorefront(systemContext({ kind: "visitor", name: "storefront" }).db, key.address));
  if (!key || !found) return new Response(null, { status: 404 });
  const language = wantedLanguage(request.headers.get("accept-language")) ?? toLanguage(found.brand.locale);
  return new Response(null, {
    status: 307,
    headers: {
      Location: `${key.base}/${language}${path}`,
      Vary: "Accept-Language",
      "Cache-Control": "private, no-store",
    },
  });
}
