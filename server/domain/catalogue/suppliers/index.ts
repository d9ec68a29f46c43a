/** The supplier port and an adapter for each network supplier: what they sell, what was ordered, what became of it. */

export { listCredentials, removeCredentials, setCredentials } from "./change-credentials.ts";
export {
  apart,
  callOver,
  DECIDE_WITHIN,
  hasPassed,
  hasWaitedTooLong,
  isForPeople,
  isHeardAgain,
  nextDeliveryCheck,
  nextResend,
  nextShortCheck,
  nextTurn,
  nextUnknownCheck,
  REVIEW_AFTER,
} from "./check-schedule.ts";
export { isNoticeSecret, supplierWebhookUrl } from "./notice-url.ts";
export {
  knownSupplier,
  listSupplierStates,
  listSuppliers,
  registerSuppliers,
  setSupplierOpen,
} from "./open-supplier.ts";
export {
  type Capabilities,
  type Delivered,
  type EsimRef,
  type Found,
  type NoticeRequest,
  type OtherTopup,
  type Outcome,
  type PackageRef,
  type PaidBack,
  type RejectCode,
  SUPPLIER_CODES,
  type Supplier,
  type SupplierCode,
  type SupplierEsim,
  type SupplierPackage,
  type SupplierTopup,
  type SupplierTopupRequest,
  type SupplierWebhook,
} from "./port.ts";
export type { PurchaseRecord, Range, RefundRecord, SupplierRecord } from "./record.ts";
export { type Connected, connectSupplier, describeSupplier, isSupplierCode, overrideSuppliers } from "./registry.ts";
export {
  listUnfitSuppliers,
  measureSuppliers,
  type SupplierHealth,
  sayWallet,
  watchSuppliers,
} from "./supplier-health.ts";
export { listMarks, MARKS_DAYS, type SupplierMark } from "./supplier-marks.ts";
export { supplierName } from "./supplier-names.ts";
export {
  type FailedCall,
  listRecentCalls,
  type SupplierMinute,
  type SupplierPulse,
  takePulse,
} from "./supplier-pulse.ts";
export { tellOfSuppliers } from "./tell-resellers.ts";
