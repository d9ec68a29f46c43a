import type { Environment } from "#server/kernel/context.ts";
import { MB } from "#server/kernel/data-size.ts";
import type { EventSubjects, EventType } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";

type Facts = { accountId: number; environment: Environment; currency: string; at: Date };
type Sample = (facts: Facts) => Partial<EventSubjects>;
type Order = EventSubjects["order"];
type Profile = Order["profiles"][number];
type Esim = EventSubjects["esim"];
type Action = EventSubjects["action"];

/** Records that no account has: order 0, action 0, and eSIMs of a country code that nobody was given. */
const NOBODYS = 0;
const ICCIDS = ["8999901000000000013", "8999901000000000021"] as const;
const SUPPLIER = "esimaccess";
const SMDP_ADDRESS = "rsp.sandbox.example";
const UNIT_PRICE = money("4.9");
const QUANTITY = ICCIDS.length;
const DATA_MB = 5_120;
const DAYS = 30;

const SAMPLES: Record<EventType, Sample> = {
  "order.created": order("queued", 0),
  "order.delivered": order("delivered", QUANTITY),
  "order.partially_delivered": order("partially_delivered", QUANTITY - 1),
  "order.failed": order("failed", 0),
  "order.cancelled": order("cancelled", QUANTITY),
  "esim.activated": esim({ status: "activated" }),
  "esim.usage.updated": esim({ status: "activated", usedBytes: 1_280 * MB }),
  "esim.suspended": esim({ status: "suspended", resumeStatus: "activated", supplierStatus: "SUSPENDED" }),
  "esim.resumed": esim({ status: "activated", usedBytes: 1_280 * MB }),
  "esim.cancelled": esim({ status: "cancelled", installationStatus: "deleted", supplierStatus: "CANCELLED" }),
  "esim.action.failed": action({ action: "cancel", status: "failed", amount: UNIT_PRICE }),
  "topup.completed": topup("succeeded"),
  "topup.failed": topup("failed"),
  "api_key.expiring": ({ environment, at }) => ({
    apiKey: {
      keyPrefix: `svc_${environment}_SAMPLE00`,
      name: "Sample",
      environment,
      expiresAt: after(at, 7 * DAY),
    },
  }),
  "integration.test": () => ({}),
};

/** What an event of the kind could be about. */
export const sampleOf = (type: EventType, facts: Facts): Partial<EventSubjects> => SAMPLES[type](facts);

function order(status: Order["status"], delivered: number): Sample {
  return ({ currency, at }) => ({
    order: {
      id: NOBODYS,
      clientReference: "sample-order",
      status,
      requestedQuantity: QUANTITY,
      deliveredQuantity: delivered,
      unitPrice: UNIT_PRICE,
      totalAmount: UNIT_PRICE.times(QUANTITY),
      currency,
      packageId: NOBODYS,
      packageName: "Türkiye 5 GB 30 days",
      createdAt: after(at, -MINUTE),
      profiles: ICCIDS.slice(0, delivered).map((iccid) => ({
        ...profile(iccid),
        status: status === "cancelled" ? "cancelled" : "ready",
        installationStatus: "not_installed",
      })),
    },
  });
}

/** Installed an hour ago, on a device that the supplier told us of. */
function esim(change: Partial<Esim>): Sample {
  return ({ accountId, environment, at }) => ({
    esim: {
      ...profile(ICCIDS[0]),
      id: NOBODYS,
      accountId,
      environment,
      orderId: NOBODYS,
      supplierEsimId: "SAMPLE",
      supplierReference: "SAMPLE",
      validityDays: DAYS,
      createdAt: after(at, -DAY),
      missingAt: null,
      deviceForgotten: false,
      version: 1,
      status: "activated",
      resumeStatus: null,
      installationStatus: "installed",
      supplierStatus: "IN_USE",
      supplierSmdpStatus: "ENABLED",
      totalBytes: DATA_MB * MB,
      usedBytes: 0,
      activatedAt: after(at, -HOUR),
      installedAt: after(at, -HOUR - MINUTE),
      expiresAt: after(at, DAYS * DAY - HOUR),
      eid: "89049032000000000000000000000013",
      deviceBrand: "Apple",
      deviceModel: "iPhone 16",
      deviceOs: null,
      deviceImei: null,
      networkName: "Turkcell",
      apn: "internet",
      syncedAt: at,
      ...change,
    },
  });
}

function topup(status: "succeeded" | "failed"): Sample {
  return action({
    action: "topup",
    status,
    packageCode: "sample-topup-5gb",
    packageName: "Türkiye 5 GB 30 days",
    amount: UNIT_PRICE,
    charged: true,
  });
}

function action(kind: Pick<Action, "action" | "status" | "amount"> & Partial<Action>): Sample {
  return ({ accountId, environment, currency, at }) => {
    // Test money is never moved; what was charged for a failure is given back.
    const charged = environment === "live" && kind.charged === true;
    const refunded = charged && kind.status === "failed";
    return {
      action: {
        id: NOBODYS,
        accountId,
        environment,
        esimId: NOBODYS,
        orderId: NOBODYS,
        supplierCode: SUPPLIER,
        iccid: ICCIDS[0],
        packageCode: null,
        packageName: null,
        currency,
        settledAt: at,
        createdAt: after(at, -MINUTE),
        ...kind,
        charged,
        refundedAmount: refunded ? kind.amount : money(0),
        refundedAt: refunded ? at : null,
      },
    };
  };
}

const profile = (
  iccid: (typeof ICCIDS)[number],
): Pick<Profile, "iccid" | "imsi" | "supplierCode" | "activationCode" | "smdpAddress"> => ({
  iccid,
  imsi: `99901${iccid.slice(-10)}`,
  supplierCode: SUPPLIER,
  activationCode: `LPA:1$${SMDP_ADDRESS}$SAMPLE-${iccid.slice(-4)}`,
  smdpAddress: SMDP_ADDRESS,
});
