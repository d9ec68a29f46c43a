import { choice, type FilterValues, period, search } from "#server/kernel/list-filter.ts";

export const INVOICE_KINDS = ["invoice", "credit_note", "reversal"] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

export const invoiceFilter = {
  /** A number of one of them, or of the sale. */
  q: search("Invoice or order number", 40),
  kind: choice("Kind", "All kinds", INVOICE_KINDS, {
    invoice: "Invoices",
    credit_note: "Credit notes",
    reversal: "Reversals",
  }),
  /** Of when it was written. */
  ...period,
};

export type InvoiceFilter = FilterValues<typeof invoiceFilter>;
