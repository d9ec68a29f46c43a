import type { RejectCode } from "../port.ts";

/** Error codes after which an order certainly does not exist. Any other leaves the outcome open. */
const REJECTED: Record<string, RejectCode> = {
  "000101": "refused",
  "000102": "refused",
  "000103": "refused",
  "000104": "refused",
  "000105": "refused",
  "000106": "refused",
  "000107": "refused",
  "101001": "busy",
  "101002": "maintenance",
  "101003": "refused",
  "200002": "refused",
  "200005": "price_changed",
  "200006": "price_changed",
  "200007": "supplier_funds",
  "200011": "out_of_stock",
  "310241": "package_unknown",
  "310243": "package_unknown",
};

export const rejectCode = (errorCode: string): RejectCode | undefined => REJECTED[errorCode];

/** Profiles are still being allocated: ask again. */
export const ALLOCATING = "200010";
/** The order number is not known. */
export const ORDER_UNKNOWN = "310272";
