import { type Invoice, invoiceFilter, searchInvoices } from "#server/domain/shop/invoices/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { listReport } from "./report.ts";

/** What a credit note takes away is less than nothing, so that a column can be summed. */
const signed = (of: (invoice: Invoice) => Money) => (invoice: Invoice) =>
  toNumeric(invoice.kind === "credit_note" ? of(invoice).negated() : of(invoice));

export const invoicesReport = listReport(invoiceFilter, (ctx: AccountCtx, asked) => searchInvoices(ctx, asked), {
  number: ({ number }) => number,
  kind: ({ kind }) => kind,
  issued_at: ({ issuedAt }) => issuedAt,
  corrects: ({ correctsNumber }) => correctsNumber,
  sale: ({ saleNumber }) => saleNumber,
  buyer: ({ buyer }) => buyer.name || buyer.email,
  buyer_vat_id: ({ buyer }) => buyer.vatId,
  country: ({ vatCountry }) => vatCountry,
  vat_kind: ({ vatKind }) => vatKind,
  rate: ({ vatRate }) => vatRate.toFixed(2),
  net: signed(({ net }) => net),
  vat: signed(({ vat }) => vat),
  gross: signed(({ gross }) => gross),
  currency: ({ currency }) => currency,
});
