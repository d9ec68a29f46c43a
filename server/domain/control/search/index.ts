/** Records of an account, found by any part of what people call them. */

export { type Hit, searchRecords } from "./search-records.ts";
