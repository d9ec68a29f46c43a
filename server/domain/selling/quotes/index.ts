/** What an order would cost now, without placing it. */

export { type Quote, quotePackage } from "./quote-package.ts";
