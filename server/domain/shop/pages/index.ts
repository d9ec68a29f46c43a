/** Pages of a shop in its reseller's own words: legal texts, and whatever else it tells travellers. */

export { inLanguage, isPageName, LEGAL_PAGES, type PageTexts } from "./page.ts";
export { findPage, listPages, type PageLine, type ShopPage } from "./read-pages.ts";
export { removePage, savePage } from "./save-page.ts";
