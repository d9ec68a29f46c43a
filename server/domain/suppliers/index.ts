export { isNoticeSecret, supplierNoticeUrl } from "./notice-url.ts";
export { knownSupplier, listSuppliers, registerSuppliers, setSupplierOpen } from "./open-supplier.ts";
export {
  type Capabilities,
  type Delivered,
  type NoticeRequest,
  type RejectCode,
  SUPPLIER_CODES,
  type SupplierCode,
  type SupplierEsim,
  type SupplierPackage,
  type SupplierTopup,
} from "./port.ts";
export { connectSupplier, describeSupplier, isSupplierCode } from "./registry.ts";
