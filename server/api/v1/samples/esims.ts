export const ICCIDS = ["8999901123456789010", "8999901123456789028"] as const;

const usage = { total_mb: 5120, used_mb: 1280, remaining_mb: 3840, usage_percent: 25 };

const device = { brand: "Apple", model: "iPhone 17", eid: "89049032007108882600012345678901" };

export const ESIM = {
  reference: "B2B-1042",
  iccid: ICCIDS[0],
  imsi: "454001234567890",
  provider: "esimaccess",
  provider_order_reference: "B26112013000042",
  activation_status: "activated",
  installation_status: "installed",
  provider_status: { profile: "IN_USE", smdp: "ENABLED" },
  usage,
  device,
  validity: {
    days: 30,
    activated_at: "2026-11-21 08:12:40",
    installed_at: "2026-11-20 18:30:05",
    expires_at: "2026-12-21 08:12:40",
  },
  network: { name: "Turkcell", apn: "drei.at" },
  last_provider_sync_at: "2026-11-23 09:00:00",
};

export const TOPUP_ACTION = {
  action_id: 118,
  action: "topup",
  status: "succeeded",
  iccid: ICCIDS[0],
  order_reference: "B2B-1042",
  package_code: "TOPUP_TR_3_30",
  amount: 4.6,
  currency: "EUR",
  charged: true,
  refunded: false,
  refunded_at: null as string | null,
  settled_at: "2026-11-23T09:05:04+00:00",
  created_at: "2026-11-23T09:05:00+00:00",
};

export const FAILED_TOPUP: typeof TOPUP_ACTION = {
  ...TOPUP_ACTION,
  status: "failed",
  refunded: true,
  refunded_at: TOPUP_ACTION.settled_at,
};

export const FAILED_CANCEL = {
  ...TOPUP_ACTION,
  action_id: 117,
  action: "cancel",
  status: "failed",
  package_code: null,
  amount: 7.912,
  charged: false,
};

const asked = (action: string, action_id: number) => ({ action_id, action, status: "queued", resource: ICCIDS[0] });

export const ESIM_SAMPLES = {
  listEsims: { data: { items: [ESIM], limit: 50, offset: 0 } },
  getEsim: { data: ESIM },
  refreshEsim: { data: ESIM },
  getEsimUsage: {
    data: {
      current: usage,
      history: [
        {
          total_volume_bytes: 5_368_709_120,
          used_volume_bytes: 1_342_177_280,
          remaining_volume_bytes: 4_026_531_840,
          usage_percent: 25,
          source: "supplier",
          recorded_at: "2026-11-23 09:00:00",
        },
      ],
    },
  },
  getEsimDevice: { data: { ...device, imei: "350123451234560", os: "iOS 26", verified: true } },
  getEsimInstallation: {
    data: {
      iccid: ICCIDS[0],
      activation_code: "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
      smdp_address: "rsp.esimaccess.com",
      installation_status: "not_installed",
    },
  },
  listEsimEvents: {
    data: {
      items: [
        {
          event_type: "status.changed",
          previous_status: "installed",
          current_status: "activated",
          source: "supplier",
          created_at: "2026-11-21 08:12:44",
        },
        {
          event_type: "status.changed",
          previous_status: "ready",
          current_status: "installed",
          source: "supplier",
          created_at: "2026-11-20 18:30:09",
        },
      ],
    },
  },
  suspendEsim: {
    data: {
      ...asked("suspend", 119),
      actions: [{ action_id: 119, iccid: ICCIDS[0], status: "queued" }],
      refund_on_success: null,
    },
  },
  resumeEsim: { data: asked("resume", 120) },
  listTopupOptions: {
    data: {
      iccid: ICCIDS[0],
      provider_supported: true,
      currency: "EUR",
      source: "supplier",
      items: [
        {
          package_code: TOPUP_ACTION.package_code,
          name: "Turkey 3GB 30Days",
          data_mb: 3072,
          duration_days: 30,
          price: 4.6,
          currency: "EUR",
        },
      ],
    },
  },
  createTopup: {
    body: { package_code: TOPUP_ACTION.package_code, max_price: 4.6 },
    data: {
      ...asked("topup", TOPUP_ACTION.action_id),
      package_code: TOPUP_ACTION.package_code,
      name: "Turkey 3GB 30Days",
      amount: 4.6,
      currency: "EUR",
      charged: true,
      ledger_reference: "LED-2081",
    },
  },
  getAction: { data: TOPUP_ACTION },
};
