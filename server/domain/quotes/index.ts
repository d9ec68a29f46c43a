export { type Quote, quotePackage } from "./quote-package.ts";
