/** Pages of a shop in its reseller's own words: legal texts, and whatever else it tells travellers. */

export { inLanguage, isTooIntricate, LEGAL_PAGES, type PageTexts } from "./page.ts";
export { findPage, listPages } from "./read-pages.ts";
export { removePage, savePage } from "./save-page.ts";
