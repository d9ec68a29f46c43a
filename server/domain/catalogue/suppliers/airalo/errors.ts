import type { RejectCode } from "../port.ts";

/** The eSIM's number was taken back for another one: for good. */
export const RECYCLED = 73;
export const OUT_OF_STOCK = 33;

/** Codes after which nothing has certainly happened. Any other, 53 ("unexpected") among them, leaves the outcome open. */
const REJECTED: Record<number, RejectCode> = {
  11: "supplier_funds",
  13: "maintenance",
  14: "refused",
  23: "refused",
  [OUT_OF_STOCK]: "out_of_stock",
  34: "package_unknown",
  43: "refused",
  [RECYCLED]: "refused",
  // Our address is not on the account's list: for its owner to put right.
  89: "maintenance",
};

export const rejectCode = (code: number): RejectCode | undefined => REJECTED[code];
