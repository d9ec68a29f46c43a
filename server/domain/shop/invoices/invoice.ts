import type { InvoiceModel } from "#generated/prisma/models.ts";
import type { Seller, VatKind } from "#server/domain/shop/law/index.ts";
import { fieldOf } from "#server/kernel/column-names.ts";
import { type Money, money } from "#server/kernel/money.ts";
import type { InvoiceKind } from "./invoice-filter.ts";

/**
 * An invoice, a credit note or its reversal, as it was written. Amounts have no sign: a credit note takes away, its reversal
 * brings back.
 */
export type Invoice = {
  id: number;
  number: string;
  kind: InvoiceKind;
  environment: "test" | "live";
  /** What a credit note or a reversal corrects, by its number. */
  correctsNumber: string | null;
  checkoutId: number;
  saleNumber: string;
  /** The language of the sale. */
  locale: string;
  item: string;
  quantity: number;
  retailPrice: Money;
  /** What was bought, each with the price of one. */
  lines: { item: string; quantity: number; retailPrice: Money }[];
  discountAmount: Money;
  /** What VAT made of the price. */
  vatAdded: Money;
  vatKind: VatKind;
  vatCountry: string;
  /** Percent. */
  vatRate: Money;
  net: Money;
  vat: Money;
  gross: Money;
  currency: string;
  buyer: { name: string; address: string; vatId: string; email: string };
  seller: Seller;
  issuedAt: Date;
};

export function toInvoice(row: InvoiceModel): Invoice {
  const { buyerName: name, buyerAddress: address, buyerVatId: vatId, buyerEmail: email } = row;
  const { id, number, kind, environment, correctsNumber, checkoutId, saleNumber, locale, item, quantity } = row;
  const { retailPrice, discountAmount, vatAdded, vatKind, vatCountry, vatRate, net, vat, gross, currency, issuedAt } =
    row;
  const seller = Object.entries(row.seller as Record<string, string>).map(([column, text]) => [fieldOf(column), text]);
  return {
    ...{ id: Number(id), number, kind: kind as InvoiceKind, environment: environment as Invoice["environment"] },
    ...{ correctsNumber, checkoutId: Number(checkoutId), saleNumber, locale, item, quantity },
    ...{ retailPrice, discountAmount, vatAdded, vatKind: vatKind as VatKind, vatCountry, vatRate },
    ...{ net, vat, gross, currency, buyer: { name, address, vatId, email } },
    lines: linesOf(row),
    seller: Object.fromEntries(seller) as Seller,
    issuedAt,
  };
}

/** One plan stands in the row itself, several in a list of their own. */
function linesOf({ lines, item, quantity, retailPrice }: InvoiceModel): Invoice["lines"] {
  if (!Array.isArray(lines)) return [{ item, quantity, retailPrice }];
  const several = lines as { item: string; quantity: number; retailPrice: string }[];
  return several.map((line) => ({ ...line, retailPrice: money(line.retailPrice) }));
}
