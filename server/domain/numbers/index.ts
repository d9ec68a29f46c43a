export { type DayOfSales, listSalesBy, listSalesByDay, SALES_BY, type SalesBy, type SalesLine } from "./sales.ts";
export { getStatement, type Statement } from "./statement.ts";
