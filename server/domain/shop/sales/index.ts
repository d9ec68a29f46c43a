/** What a reseller's shop has sold: sales with their money, mails and eSIMs, who bought them, and what they add up to. */

export { sumConversion } from "./conversion.ts";
export { countChosen } from "./count-chosen.ts";
export { getCustomer, listCustomers } from "./customers.ts";
export { writeEvidence } from "./dispute-evidence.ts";
export { FIGURES_BY, sumSalesBy } from "./figures.ts";
export { findSaleOfOrder, getSale, type SaleRecord } from "./get-sale.ts";
export { marginOf, type Sale } from "./sale.ts";
export { CUSTOMER_ORDERS, customerFilter, saleFilter } from "./sale-filter.ts";
export { searchSales } from "./search-sales.ts";
