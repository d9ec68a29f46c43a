/** Sales reports: revenue, cost and margin by day, supplier, country and account, and the monthly statement. */

export { listSalesBy, listSalesByDay, periodBefore, SALES_BY } from "./sales.ts";
export { salesFilter, toPeriod } from "./sales-filter.ts";
export { getStatement } from "./statement.ts";
export { salesSummedUntil, sumSales } from "./sum-sales.ts";
