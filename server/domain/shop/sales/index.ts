/** What a reseller's shop has sold: sales with their money, mails and eSIMs, who bought them, and what they add up to. */

export { type Customer, getCustomer, listCustomers } from "./customers.ts";
export { FIGURES_BY, type SalesFigures, sumSalesBy } from "./figures.ts";
export { findSaleOfOrder, getSale, type SaleRecord } from "./get-sale.ts";
export { SALE_STATUSES, type Sale, type SaleStatus } from "./sale.ts";
export { customerFilter, saleFilter } from "./sale-filter.ts";
export { searchSales } from "./search-sales.ts";
