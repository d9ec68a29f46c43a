export { listSalesBy, listSalesByDay, SALES_BY } from "./sales.ts";
export { getStatement } from "./statement.ts";
export { salesSummedUntil, sumSales } from "./sum-sales.ts";
