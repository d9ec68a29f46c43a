/** Records of an account, found by any part of what people call them. */

export { searchRecords } from "./search-records.ts";
