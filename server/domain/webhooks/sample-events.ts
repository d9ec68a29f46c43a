import type { Environment } from "#server/kernel/context.ts";
import type { EventSubjects, EventType } from "#server/kernel/events.ts";
import { money } from "#server/kernel/money.ts";
import { after, DAY, MINUTE } from "#server/kernel/time.ts";

type Facts = { environment: Environment; currency: string; at: Date };
type Sample = (facts: Facts) => Partial<EventSubjects>;
type Order = EventSubjects["order"];
type Profile = Order["profiles"][number];

/** Records that no account has: order 0, and eSIMs of a country code that nobody was given. */
const NO_ORDER = 0;
const ICCIDS = ["8999901000000000013", "8999901000000000021"];
const UNIT_PRICE = money("4.9");
const QUANTITY = ICCIDS.length;

const SAMPLES: Partial<Record<EventType, Sample>> = {
  "order.created": order("queued", 0),
  "order.delivered": order("delivered", QUANTITY),
  "order.partially_delivered": order("partially_delivered", QUANTITY - 1),
  "order.failed": order("failed", 0),
  "order.cancelled": order("cancelled", QUANTITY),
  "api_key.expiring": ({ environment, at }) => ({
    apiKey: {
      keyPrefix: `svc_${environment}_SAMPLE00`,
      name: "Sample",
      environment,
      scopes: ["catalog:read", "orders:create"],
      expiresAt: after(at, 7 * DAY),
      daysLeft: 7,
    },
  }),
  "integration.test": () => ({}),
};

/** What an event of the kind could be about; null where there is no sample. */
export const sampleOf = (type: EventType, facts: Facts): Partial<EventSubjects> | null =>
  SAMPLES[type]?.(facts) ?? null;

function order(status: Order["status"], delivered: number): Sample {
  return ({ currency, at }) => ({
    order: {
      id: NO_ORDER,
      clientReference: "sample-order",
      status,
      requestedQuantity: QUANTITY,
      deliveredQuantity: delivered,
      unitPrice: UNIT_PRICE,
      totalAmount: UNIT_PRICE.times(QUANTITY),
      currency,
      packageId: 0,
      packageName: "Türkiye 5 GB 30 days",
      createdAt: after(at, -MINUTE),
      profiles: ICCIDS.slice(0, delivered).map((iccid) =>
        profile(iccid, status === "cancelled" ? "cancelled" : "ready"),
      ),
    },
  });
}

const profile = (iccid: string, status: Profile["status"]): Profile => ({
  iccid,
  imsi: `99901${iccid.slice(-10)}`,
  supplierCode: "esimaccess",
  status,
  installationStatus: "not_installed",
  activationCode: `LPA:1$rsp.sandbox.example$SAMPLE-${iccid.slice(-4)}`,
  smdpAddress: "rsp.sandbox.example",
});
