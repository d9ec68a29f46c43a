/** Numbered invoices of a shop, credit notes for what went back, and their reversals (written by `keep_invoices`). */

export type { Invoice } from "./invoice.ts";
export { invoiceFilter } from "./invoice-filter.ts";
export { getInvoice, listInvoicesOf, searchInvoices } from "./read-invoices.ts";
