import { countryNameIn } from "#server/domain/catalogue/places/index.ts";
import type { Brand } from "#server/domain/reseller/brand/index.ts";
import type { Language } from "#server/domain/shop/checkout/index.ts";
import { addressLines, type Seller } from "#server/domain/shop/law/index.ts";

/** Who sells, for pages; empty texts are not shown. */
export type SellerView = {
  name: string;
  /** In lines, the country in the page's language. */
  address: string[];
  email: string;
  phone: string;
  representative: string;
  register: string;
  vatId: string;
  taxNumber: string;
  taxExemption: string;
  withdrawal: string;
};

export function presentSeller(seller: Seller | null, brand: Brand, language: Language): SellerView | null {
  if (!seller) return null;
  const { country, representative, registerName, registerNumber, vatId, taxNumber, taxExemption } = seller;
  return {
    name: seller.legalName || brand.companyLegalName,
    address: [...addressLines(seller), ...(country ? [countryNameIn(country, language)] : [])],
    email: seller.email || brand.supportEmail,
    phone: seller.phone,
    representative,
    register: [registerName, registerNumber].filter(Boolean).join(", "),
    ...{ vatId, taxNumber, taxExemption },
    withdrawal: seller.withdrawalNote,
  };
}
