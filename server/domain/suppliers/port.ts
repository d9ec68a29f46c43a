import type { Money } from "#server/kernel/money.ts";

export const SUPPLIER_CODES = ["esimaccess"] as const;
export type SupplierCode = (typeof SUPPLIER_CODES)[number];

/** What a supplier can do at all; a package may support less. */
export type Capabilities = {
  order: boolean;
  topup: boolean;
  cancel: boolean;
  suspend: boolean;
  resume: boolean;
  usage: boolean;
  refundOnCancel: boolean;
};

/** A package as the supplier describes it, in our units. */
export type SupplierPackage = {
  supplierPackageId: string;
  name: string;
  type: "local" | "regional" | "global";
  /** ISO 3166-1 alpha-2. */
  coverage: string[];
  /** Per day for daily plans; 0 when unlimited. */
  dataMb: number;
  unlimited: boolean;
  perDay: boolean;
  durationDays: number;
  /** Days until an unused eSIM lapses. */
  validityDays: number;
  networkType: string;
  speed: string;
  operators: { country: string; name: string }[];
  hotspot: boolean | null;
  activation: "install" | "first_connection";
  topupSupported: boolean;
  costUsd: Money;
  suggestedRetailUsd: Money | null;
};

/** Why a supplier certainly did not do it. The first four may pass; the others will not. */
export type RejectCode =
  | "busy"
  | "supplier_funds"
  | "not_sent"
  | "maintenance"
  | "out_of_stock"
  | "price_changed"
  | "package_unknown"
  | "refused";

/** The answer to a write: it happened, it certainly did not, or nobody knows yet. */
export type Outcome<T> =
  | { kind: "done"; value: T }
  | { kind: "rejected"; code: RejectCode; message: string }
  | { kind: "unknown"; message: string };

export type SupplierOrderRequest = {
  /** Ours, never used before: what the order is found by. */
  reference: string;
  supplierPackageId: string;
  quantity: number;
  /** What we expect to pay; suppliers that can are asked to refuse another price. */
  unitCostUsd: Money;
};

export type Found<T> = { kind: "found"; value: T } | { kind: "not_found" } | { kind: "unknown"; message: string };

/** An eSIM as the supplier reports it. */
export type SupplierEsim = {
  /** The supplier's own id: ICCIDs are used again. */
  supplierEsimId: string;
  iccid: string;
  imsi: string | null;
  activationCode: string;
  smdpAddress: string;
  status:
    | "provisioning"
    | "ready"
    | "installed"
    | "activated"
    | "suspended"
    | "exhausted"
    | "expired"
    | "cancelled"
    | null;
  installationStatus: "not_installed" | "installed" | "deleted";
  /** The supplier's own words. */
  supplierStatus: string;
  supplierSmdpStatus: string;
  totalBytes: number;
  usedBytes: number;
  apn: string | null;
};

/** `allocating`: more may come without anything being wrong. */
export type Delivered = { esims: SupplierEsim[]; allocating: boolean };

/** A webhook of a supplier, checked and read. It is a hint: what it says is asked for again. */
export type SupplierNotice = {
  kind: string;
  /** Equal for the same notice sent twice. */
  dedupeKey: string;
  /** Our reference of the order it is about, when it names one. */
  reference: string | null;
};

/** One request to a supplier and what came back: the evidence. Secrets are not in it. */
export type Exchange = { operation: string; request: string; response: string; outcome: string; durationMs: number };

/** A network supplier. Methods do not throw for anything a supplier answers or fails to answer. */
export type Supplier = {
  code: SupplierCode;
  name: string;
  capabilities: Capabilities;
  /** More than this is ordered in several calls. */
  maxOrderQuantity: number;
  /** A repeated order with the same reference is the same order to the supplier. */
  idempotentOrders: boolean;
  listPackages(): Promise<
    { kind: "done"; packages: SupplierPackage[]; refused: string[] } | { kind: "unknown"; message: string }
  >;
  order(request: SupplierOrderRequest): Promise<Outcome<{ supplierReference: string }>>;
  /** @param since the order was not sent before this moment */
  findOrder(reference: string, since: Date): Promise<Found<{ supplierReference: string }>>;
  getOrderEsims(supplierReference: string): Promise<Found<Delivered>>;
  /** In USD. */
  balance(): Promise<Found<Money>>;
  parseNotice(body: string): SupplierNotice | null;
};
