import type { Item } from "./catalogue.ts";
import { soldAs } from "./shop.ts";
import type { Order, Sim } from "./state.ts";

export const SMDP_ADDRESS = "lpa.airalo-sim.example";

/** `2023-02-27 08:30:23`, UTC */
export const wireTime = (iso: string): string => iso.slice(0, 19).replace("T", " ");
export const isoWithOffset = (iso: string): string => `${iso.slice(0, 19)}+00:00`;
/** 1/10,000 USD as it is written: two decimals, or as many as it takes. */
export const usd = (price: number): number => price / 10_000;
const usdText = (price: number): string => usd(price).toFixed(price % 100 === 0 ? 2 : 4);

export const sizeOf = ({ isUnlimited, mb }: Item): string => (isUnlimited ? "Unlimited" : `${mb / 1024} GB`);

/** Numbers come as strings here, as in the supplier's own examples. */
export function toWireOrder(order: Order) {
  const item = soldAs(order.packageId);
  return {
    id: order.id,
    code: order.code,
    currency: "USD",
    package_id: order.packageId,
    quantity: String(order.quantity),
    type: order.type,
    description: order.description,
    esim_type: "Prepaid",
    validity: String(item.days),
    package: `${item.operator.title} ${item.title}`,
    data: sizeOf(item),
    price: usdText(item.retailPrice),
    net_price: usdText(order.price),
    pricing_model: "net_pricing",
    created_at: wireTime(order.createdAt),
    text: item.text,
    voice: item.voice,
    manual_installation: "<p>Enter the SM-DP+ address and the activation code by hand.</p>",
    qrcode_installation: "<p>Scan the QR code.</p>",
    installation_guides: { en: "https://guides.airalo-sim.example/en" },
    brand_settings_name: null,
  };
}

const STATUS_NAMES = { in_progress: "In progress", completed: "Completed", failed: "Failed", refunded: "Refunded" };

export const toWireStatus = ({ status }: Order) => ({ name: STATUS_NAMES[status], slug: status });

export function toWireSim({ id, createdAt, iccid, imsi, matchingId }: Sim) {
  const qrcode = activationCode(matchingId);
  return {
    id,
    created_at: wireTime(createdAt),
    iccid,
    lpa: SMDP_ADDRESS,
    imsis: [imsi],
    matching_id: matchingId,
    qrcode,
    qrcode_url: `https://sandbox.airalo-sim.example/qr?id=${id}`,
    direct_apple_installation_url: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${qrcode}`,
    msisdn: null,
    confirmation_code: null,
    airalo_code: null,
    apn_type: "automatic",
    apn_value: null,
    is_roaming: true,
    apn: { ios: { apn_type: "automatic", apn_value: null }, android: { apn_type: "automatic", apn_value: null } },
  };
}

const activationCode = (matchingId: string) => `LPA:1$${SMDP_ADDRESS}$${matchingId}`;

/** How a buyer sees its eSIM: by the packages on it. */
export function statusOf({ recycledAt, isExpired, plans }: Sim): string {
  if (recycledAt) return "RECYCLED";
  if (isExpired) return "EXPIRED";
  if (plans.some(({ status }) => status === "ACTIVE")) return "ACTIVE";
  return plans.every(({ status }) => status === "NOT_ACTIVE") ? "NOT_ACTIVE" : "FINISHED";
}

export const totalMb = ({ plans }: Sim): number => plans.reduce((sum, { mb }) => sum + mb, 0);
export const usedMb = ({ plans }: Sim): number => plans.reduce((sum, plan) => sum + plan.usedMb, 0);
