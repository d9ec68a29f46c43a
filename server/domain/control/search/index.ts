/** Records by any part of what people call them: of an account, and for our own staff of all of them. */

export { listAllEsims, listAllOrders } from "./list-everywhere.ts";
export { searchPlatform } from "./search-platform.ts";
export { searchRecords } from "./search-records.ts";
