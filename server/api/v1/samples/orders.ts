import { ICCIDS } from "./esims.ts";

const profile = (iccid: string, imsi: string, matchingId: string) => ({
  iccid,
  imsi,
  provider: "esimaccess",
  activation_status: "ready",
  installation_status: "not_installed",
  activation_code: `LPA:1$rsp.esimaccess.com$${matchingId}`,
  smdp_address: "rsp.esimaccess.com",
});

const profiles = [
  profile(ICCIDS[0], "454001234567890", "4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B"),
  profile(ICCIDS[1], "454001234567891", "9B3E7A1F5C2D4E8B6A0F9C7D3E1B5A2F"),
];

export const ORDER = {
  id: 1042,
  reference: "B2B-1042",
  client_reference: "shop-4711",
  status: "delivered",
  requested_quantity: 2,
  delivered_quantity: 2,
  unit_price: 7.912,
  total_amount: 15.824,
  currency: "EUR",
  package_id: 4211,
  package_name: "Turkey 5GB 30Days",
  iccid: ICCIDS[0] as string | null,
  activation_code: profiles[0]!.activation_code as string | null,
  profiles,
  created_at: "2026-11-20 13:00:00",
};

const none = { delivered_quantity: 0, iccid: null, activation_code: null, profiles: [] };

export const QUEUED_ORDER: typeof ORDER = { ...ORDER, ...none, status: "queued" };
export const FAILED_ORDER: typeof ORDER = { ...ORDER, ...none, status: "failed" };
export const PARTIAL_ORDER: typeof ORDER = {
  ...ORDER,
  status: "partially_delivered",
  delivered_quantity: 1,
  profiles: profiles.slice(0, 1),
};
export const CANCELLED_ORDER: typeof ORDER = {
  ...ORDER,
  status: "cancelled",
  profiles: profiles.map((item) => ({ ...item, activation_status: "cancelled", installation_status: "deleted" })),
};

const opened = ICCIDS.map((iccid, i) => ({ action_id: 117 + i, iccid, status: "queued" }));

export const ORDER_SAMPLES = {
  createOrder: {
    body: {
      package_id: "esimaccess-TR_5_30",
      quantity: 2,
      client_reference: "shop-4711",
      max_unit_price: 7.912,
    },
    data: QUEUED_ORDER,
  },
  listOrders: {
    data: {
      items: [
        {
          id: ORDER.id,
          reference: ORDER.reference,
          client_reference: ORDER.client_reference,
          status: ORDER.status,
          unit_price: ORDER.unit_price,
          total_amount: ORDER.total_amount,
          currency: ORDER.currency,
          package_name: ORDER.package_name,
          iccid: ORDER.iccid,
          created_at: ORDER.created_at,
        },
      ],
      pagination: { limit: 25, next_cursor: null, has_more: false },
    },
  },
  getOrder: { data: ORDER },
  cancelOrder: {
    data: {
      action_id: 117,
      action: "cancel",
      status: "queued",
      resource: ICCIDS[0],
      order_reference: ORDER.reference,
      actions: opened,
      refund_on_success: { amount_per_esim: 7.912, currency: "EUR" },
    },
  },
};
