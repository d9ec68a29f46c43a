export type EsimStatus =
  | "provisioning"
  | "ready"
  | "installed"
  | "activated"
  | "suspended"
  | "exhausted"
  | "expired"
  | "cancelled";
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
