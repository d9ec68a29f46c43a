import { operations } from "#server/api/v1/index.ts";
import { createEndpoint } from "#server/domain/messaging/webhooks/index.ts";
import { requestSuspend } from "#server/domain/selling/actions/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Sent } from "./api.ts";
import { deliveredOrder } from "./delivered-order.ts";
import { claim, enter, newPackage } from "./world.ts";

/** What an account owns for the samples to name. */
export type Owned = {
  packageId: string;
  orderReference: string;
  /** An eSIM that lives, one that is suspended, and orders that are there to be cancelled and suspended, one per use. */
  iccid: string;
  suspended(): string;
  fresh(): { orderReference: string; iccid: string };
  topupCode: string;
  actionId: number;
  webhookId: number;
  otherWebhookId: number;
};

type Delivered = { id: number; profiles: { iccid: string }[] };

/** @param spare how many orders to keep for operations that use one up */
export async function populate(accountCode: string, environment: Environment, spare = 16): Promise<Owned> {
  const { packageId } = await newPackage({ costUsd: 2 });
  const ctx = await enter(accountCode, environment);
  const order = async () => {
    if (environment === "live") return await deliveredOrder(ctx, packageId);
    const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
    const { id, profiles } = JSON.parse(response) as Delivered;
    return { orderReference: `B2B-${id}`, iccid: profiles[0]!.iccid };
  };
  const first = await order();
  const fresh = await Promise.all(Array.from({ length: spare }, order));
  const suspended = await Promise.all(Array.from({ length: environment === "live" ? 1 : spare }, order));
  const suspensions = [];
  // They wait for one wallet: more at a time than there are connections would wait for those as well.
  for (let i = 0; i < suspended.length; i += 16)
    suspensions.push(...(await Promise.all(suspended.slice(i, i + 16).map(({ iccid }) => requestSuspend(ctx, iccid)))));
  const endpoint = { url: "http://127.0.0.1:9911/owned", events: ["*"] as const };
  const { id: webhookId } = await createEndpoint(ctx, endpoint);
  const { id: otherWebhookId } = await createEndpoint(ctx, endpoint);
  return {
    packageId,
    ...first,
    suspended: () => suspended.pop()!.iccid,
    fresh: () => fresh.pop()!,
    topupCode: `TOPUP-${packageId}`,
    actionId: suspensions[0]!.id,
    webhookId,
    otherWebhookId,
  };
}

/** A request that succeeds, per operation. */
export const SAMPLES: Record<string, (owned: Owned) => Omit<Sent, "key">> = {
  getHealth: () => ({ method: "GET", path: "/health" }),
  getReadiness: () => ({ method: "GET", path: "/health/ready" }),
  testAuth: () => ({ method: "POST", path: "/auth/test", body: {} }),
  listScopes: () => ({ method: "GET", path: "/meta/scopes" }),
  listEvents: () => ({ method: "GET", path: "/meta/events" }),
  getIntegration: () => ({ method: "GET", path: "/meta/integration" }),
  getCapabilities: () => ({ method: "GET", path: "/meta/capabilities" }),
  getProviderCapabilities: () => ({ method: "GET", path: "/providers/esimaccess/capabilities" }),
  getAccount: () => ({ method: "GET", path: "/account" }),
  getBalance: () => ({ method: "GET", path: "/account/balance" }),
  listLedger: () => ({ method: "GET", path: "/account/ledger?limit=5" }),
  listPackages: () => ({ method: "GET", path: "/packages?limit=3&country=TR" }),
  getPackage: ({ packageId }) => ({ method: "GET", path: `/packages/${packageId}` }),
  listCountries: () => ({ method: "GET", path: "/countries" }),
  listRegions: () => ({ method: "GET", path: "/regions" }),
  createQuote: ({ packageId }) => ({ method: "POST", path: "/quotes", body: { package_id: packageId, quantity: 2 } }),
  createOrder: ({ packageId }) => ({
    method: "POST",
    path: "/orders",
    headers: { "Idempotency-Key": ulid() },
    body: { package_id: packageId },
  }),
  listOrders: () => ({ method: "GET", path: "/orders?limit=5" }),
  getOrder: ({ orderReference }) => ({ method: "GET", path: `/orders/${orderReference}` }),
  listWebhooks: () => ({ method: "GET", path: "/webhooks" }),
  createWebhook: () => ({ method: "POST", path: "/webhooks", body: { url: "http://127.0.0.1:9911/hook" } }),
  disableWebhook: ({ otherWebhookId }) => ({ method: "POST", path: `/webhooks/${otherWebhookId}/disable`, body: {} }),
  listDeliveries: ({ webhookId }) => ({ method: "GET", path: `/webhooks/${webhookId}/deliveries?limit=5` }),
  testWebhook: ({ webhookId }) => ({ method: "POST", path: `/webhooks/${webhookId}/test`, body: {} }),
  cancelOrder: ({ fresh }) => ({ method: "POST", path: `/orders/${fresh().orderReference}/cancel`, body: {} }),
  listEsims: () => ({ method: "GET", path: "/esims?limit=5&status=ready" }),
  getEsim: ({ iccid }) => ({ method: "GET", path: `/esims/${iccid}` }),
  refreshEsim: ({ iccid }) => ({ method: "POST", path: `/esims/${iccid}/refresh`, body: {} }),
  getEsimUsage: ({ iccid }) => ({ method: "GET", path: `/esims/${iccid}/usage` }),
  getEsimDevice: ({ iccid }) => ({ method: "GET", path: `/esims/${iccid}/device` }),
  getEsimInstallation: ({ iccid }) => ({ method: "GET", path: `/esims/${iccid}/installation` }),
  listEsimEvents: ({ iccid }) => ({ method: "GET", path: `/esims/${iccid}/events` }),
  suspendEsim: ({ fresh }) => ({ method: "POST", path: `/esims/${fresh().iccid}/suspend`, body: {} }),
  resumeEsim: ({ suspended }) => ({ method: "POST", path: `/esims/${suspended()}/resume`, body: {} }),
  listTopupOptions: ({ iccid }) => ({ method: "GET", path: `/esims/${iccid}/topup-options` }),
  createTopup: ({ iccid, topupCode }) => ({
    method: "POST",
    path: `/esims/${iccid}/topups`,
    headers: { "Idempotency-Key": ulid() },
    body: { package_code: topupCode },
  }),
  getAction: ({ actionId }) => ({ method: "GET", path: `/actions/${actionId}` }),
  getUsage: () => ({ method: "GET", path: "/usage" }),
  getBrand: () => ({ method: "GET", path: "/brand" }),
  changeBrand: () => ({
    method: "POST",
    path: "/brand",
    body: { brand_name: "Sunny Travel", primary_color: "#0F5C63" },
  }),
};

// Said once, before anything is tested with them.
const missing = Object.keys(operations).filter((id) => !(id in SAMPLES));
if (missing.length > 0)
  throw new Error(
    `${missing.join(", ")}: no request to test with. Add one that succeeds to SAMPLES in tests/support/samples.ts.`,
  );
