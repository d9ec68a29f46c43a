import { placeOrder } from "#server/domain/orders/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Sent } from "./api.ts";
import { claim, enter, newPackage } from "./world.ts";

/** What an account owns for the samples to name. */
export type Owned = { packageId: string; orderReference: string };

export async function populate(accountCode: string, environment: Environment): Promise<Owned> {
  const { packageId } = await newPackage({ costUsd: 2 });
  const ctx = await enter(accountCode, environment);
  const { response } = await placeOrder(ctx, { packageId, quantity: 2 }, claim());
  return { packageId, orderReference: `B2B-${JSON.parse(response).id}` };
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
};
