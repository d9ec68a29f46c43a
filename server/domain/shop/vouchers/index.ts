/** Vouchers of a reseller's shop: batches of codes, each of which gets a traveller one eSIM, once. */

export { claimVoucher, findVoucher, refuseVoucher, returnVoucher } from "./claim-voucher.ts";
export { listVoucherPlans } from "./find-plan.ts";
export {
  blockVouchers,
  createVouchers,
  getVoucherBatch,
  hasVouchers,
  listVoucherBatches,
  listVouchers,
  MOST_VOUCHERS,
  type VoucherBatch,
} from "./manage-vouchers.ts";
export { readVoucherCodes, type VoucherSheet } from "./read-voucher-codes.ts";
export { parseVoucherCode } from "./voucher-code.ts";
