export const ESIM_STATUSES = [
  "provisioning",
  "ready",
  "installed",
  "activated",
  "suspended",
  "exhausted",
  "expired",
  "cancelled",
] as const;
export type EsimStatus = (typeof ESIM_STATUSES)[number];
export type InstallationStatus = "not_installed" | "installed" | "deleted";

/** What an order shows of each eSIM it delivered. */
export type OrderProfile = {
  iccid: string;
  imsi: string | null;
  supplierCode: string;
  status: EsimStatus;
  installationStatus: InstallationStatus;
  /** The LPA string. */
  activationCode: string;
  smdpAddress: string;
};

/** What can change in an eSIM's life. */
export type EsimState = {
  status: EsimStatus;
  /** While suspended: what it was before, and will be again. */
  resumeStatus: EsimStatus | null;
  installationStatus: InstallationStatus;
  /** The supplier's own words. */
  supplierStatus: string;
  supplierSmdpStatus: string;
  totalBytes: number;
  usedBytes: number;
  activatedAt: Date | null;
  installedAt: Date | null;
  expiresAt: Date | null;
  eid: string | null;
  deviceBrand: string | null;
  deviceModel: string | null;
  deviceOs: string | null;
  deviceImei: string | null;
  networkName: string | null;
  apn: string | null;
  syncedAt: Date | null;
};

export type Esim = EsimState &
  Pick<OrderProfile, "iccid" | "imsi" | "supplierCode" | "activationCode" | "smdpAddress"> & {
    id: number;
    accountId: number;
    environment: "test" | "live";
    orderId: number;
    supplierEsimId: string;
    supplierReference: string;
    validityDays: number;
    createdAt: Date;
    /** Since when the supplier says that it does not know it. */
    missingAt: Date | null;
    /** What was personal in its account is deleted: no device is taken any more. */
    deviceForgotten: boolean;
    /** Raised by every change: a change made from an older one is refused. */
    version: number;
  };

/** Who said so, as the history shows it. */
export type ChangeSource = "supplier" | "sandbox" | "api";

/** An eSIM about to be written; keys are the columns that `insert_esims` reads. */
export type NewEsim = {
  supplier_order_id: number | null;
  supplier_code: string;
  supplier_esim_id: string;
  supplier_reference: string;
  iccid: string;
  imsi: string | null;
  activation_code: string;
  smdp_address: string;
  status: EsimStatus;
  installation_status: InstallationStatus;
  supplier_status: string;
  supplier_smdp_status: string;
  total_bytes: number;
  used_bytes: number;
  validity_days: number;
  apn: string | null;
  network_name: string | null;
};

export const toProfile = (esim: NewEsim): OrderProfile => ({
  iccid: esim.iccid,
  imsi: esim.imsi,
  supplierCode: esim.supplier_code,
  status: esim.status,
  installationStatus: esim.installation_status,
  activationCode: esim.activation_code,
  smdpAddress: esim.smdp_address,
});

declare module "#server/kernel/events.ts" {
  interface EventSubjects {
    esim: Esim;
  }
}
