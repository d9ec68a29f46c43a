import type { Money } from "#server/kernel/money.ts";
import type { Range, SupplierRecord } from "./record.ts";

export const SUPPLIER_CODES = ["esimaccess", "airalo", "esimgo"] as const;
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

export type PackageRef = Pick<SupplierPackage, "supplierPackageId" | "type" | "coverage">;

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
  networkName: string | null;
  eid: string | null;
  device: { brand: string | null; model: string | null; os: string | null; imei: string | null } | null;
  /** Null when the supplier does not say. */
  installedAt: Date | null;
  activatedAt: Date | null;
  expiresAt: Date | null;
  /** What came back for it, where what it was sold with has been taken off and the supplier says what of it was begun. */
  paidBack?: PaidBack;
};

/** What a supplier knows one of our eSIMs by. */
export type EsimRef = {
  supplierEsimId: string;
  iccid: string;
  /** The supplier's own reference of the order that it was delivered with. */
  supplierReference: string;
  /** When we received it: the supplier made it at about that time. */
  createdAt: Date;
};

/** What can be put on an eSIM. */
export type SupplierTopup = { code: string; name: string; dataMb: number; durationDays: number; costUsd: Money };

/**
 * A top-up to be bought. `before` is what `topupEvidence` said before the first call: what a later look is compared with,
 * where the supplier keeps no reference of ours.
 */
export type SupplierTopupRequest = {
  /** Ours, never used before. */
  reference: string;
  esim: EsimRef;
  option: Pick<SupplierTopup, "code" | "costUsd">;
  before: string;
  /** Other top-ups of the eSIM that may have come onto it since. */
  others?: OtherTopup[];
};

/** @property isDone it was, since; or else it was given up, and may have been done after all */
export type OtherTopup = Pick<SupplierTopup, "code" | "dataMb" | "durationDays"> & {
  reference: string;
  isDone: boolean;
};

/**
 * `allocating`: more may come without anything being wrong. `unitCostUsd`: what was really paid for each, where the
 * supplier's record says so.
 */
export type Delivered = { esims: SupplierEsim[]; allocating: boolean; unitCostUsd?: Money };

/** A top-up that was done. `unitCostUsd`: what was really paid for it, where the supplier says so. */
export type ToppedUp = { supplierReference: string | null; unitCostUsd?: Money };

/** A webhook of a supplier, checked and read. It is a hint: what it says is asked for again. */
export type SupplierWebhook = {
  kind: string;
  /** Equal for the same notice sent twice. */
  dedupeKey: string;
  /** Our reference of the order it is about, when it names one. */
  reference: string | null;
  /** The supplier's own reference of the order. */
  supplierReference: string | null;
  /** The eSIM it is about, when it names one. */
  supplierEsimId: string | null;
  iccid: string | null;
};

/** A webhook as it came. */
export type NoticeRequest = { body: string; header(name: string): string | null };

/** One request to a supplier and what came back: the evidence. Secrets are not in it. */
export type Exchange = { operation: string; request: string; response: string; outcome: string; durationMs: number };

/** Orders of the supplier that are linked to an order of ours already, among those asked about. */
export type LinkedOrders = (supplierReferences: string[]) => Promise<Set<string>>;

/** What a cancel paid: for the eSIM, and for its top-ups. */
export type PaidBack = {
  priceRefunded: boolean;
  topupsRefunded: boolean;
  /** Of the top-ups, where some were paid back and others not: the packages of those that were not, one for each. */
  topupsKept?: string[];
};

/** A network supplier. Methods do not throw for anything a supplier answers or fails to answer. */
export type Supplier = {
  code: SupplierCode;
  name: string;
  capabilities: Capabilities;
  /** As many calls in any second as it allows to all that come from us; what it counts besides, its adapter knows. */
  callsPerSecond: number;
  /** More than this is ordered in several calls. */
  maxOrderQuantity: number;
  /** A repeated order with the same reference is the same order to the supplier. */
  idempotentOrders: boolean;
  /** A write is over, or was never sent, after this long: its wait for the supplier's rate limit included. */
  longestCallMs: number;
  /** Orders carry no reference of ours: of one package only one order of unknown outcome may exist at a time. */
  anonymousOrders: boolean;
  /** What it has paid back for an eSIM that it shows as cancelled. */
  paysBack(esim: Pick<SupplierEsim, "supplierStatus" | "activatedAt" | "paidBack">): PaidBack;
  /** It says of an eSIM that it was installed. Of others that is known from their first use on. */
  reportsInstallation: boolean;
  /** A cancelled eSIM leaves our account with the supplier, which then does not know it any more. */
  cancelledVanish: boolean;
  /** Its record has top-ups; else they show in the volume of eSIMs only. */
  listsTopups: boolean;
  /** Its record has refunds, by what came back and not by what it was on. */
  listsRefunds: boolean;
  /** What is paid back for an accepted cancel includes the eSIM's top-ups, as a rule. */
  refundsTopups: boolean;
  /** It sells at its own price, whatever we expect to pay: that is asked for before something is bought. */
  takesAnyPrice: boolean;
  /** @param near only what the supplier lists together with this package has to be told */
  listPackages(
    near?: PackageRef,
  ): Promise<{ kind: "done"; packages: SupplierPackage[]; refused: string[] } | { kind: "unknown"; message: string }>;
  /** `unitCostUsd`: what was really paid for each, where the answer says so. */
  order(request: SupplierOrderRequest): Promise<Outcome<{ supplierReference: string; unitCostUsd?: Money }>>;
  /** @param since the order was not sent before this moment */
  findOrder(
    request: SupplierOrderRequest,
    since: Date,
    linked: LinkedOrders,
  ): Promise<Found<{ supplierReference: string }>>;
  /** @param reference ours */
  getOrderEsims(supplierReference: string, reference: string): Promise<Found<Delivered>>;
  /** The present state of eSIMs, by `supplierEsimId`, in as few calls as the supplier allows. */
  getEsims(esims: EsimRef[]): Promise<Map<string, Found<SupplierEsim>>>;
  topupOptions(esim: EsimRef): Promise<Found<SupplierTopup[]>>;
  /** What is on the eSIM now, in the adapter's own words, to be handed to `topup` and `findTopup`. */
  topupEvidence(esim: EsimRef): Promise<Found<string>>;
  topup(request: SupplierTopupRequest): Promise<Outcome<ToppedUp>>;
  /** @param since the top-up was not sent before this moment */
  findTopup(request: SupplierTopupRequest, since: Date, linked: LinkedOrders): Promise<Found<ToppedUp>>;
  cancel(esim: EsimRef): Promise<Outcome<PaidBack>>;
  suspend(esim: EsimRef): Promise<Outcome<null>>;
  resume(esim: EsimRef): Promise<Outcome<null>>;
  /** In USD. */
  balance(): Promise<Found<Money>>;
  /** Everything that was bought or paid back in a range of time, by the supplier's own record; all of it, or nothing. */
  readRecord(range: Range): Promise<{ kind: "done"; record: SupplierRecord } | { kind: "unknown"; message: string }>;
  /** Null for what is not genuine or cannot be read. */
  parseWebhook(notice: NoticeRequest): SupplierWebhook | null;
};
