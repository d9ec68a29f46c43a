/** What a shop needs to sell lawfully: who sells, VAT, and what is missing before it opens. */

export { listMissing, requireMissingSeen } from "./missing.ts";
export { addressLines, findSeller, getSeller, type Seller, setSeller } from "./seller.ts";
export {
  splitVat,
  VAT_MODES,
  type Vat,
  type VatKind,
  vatTerms,
} from "./split-vat.ts";
export { addsVat, confirmVat, findVat, getVatSetup, includedAtHome, stopVat, type VatChoice } from "./vat.ts";
export { isInEu, plainVatId, vatIdFault } from "./vat-id.ts";
