import { getAccount } from "./account/get-account.ts";
import { getBalance } from "./account/get-balance.ts";
import { listLedger } from "./account/list-ledger.ts";
import { testAuth } from "./auth/test-auth.ts";
import { getHealth } from "./health/get-health.ts";
import { getReadiness } from "./health/get-readiness.ts";
import { getCapabilities } from "./meta/get-capabilities.ts";
import { getIntegration } from "./meta/get-integration.ts";
import { listEvents } from "./meta/list-events.ts";
import { listScopes } from "./meta/list-scopes.ts";
import { createOrder } from "./orders/create-order.ts";
import { getOrder } from "./orders/get-order.ts";
import { listOrders } from "./orders/list-orders.ts";
import { getPackage } from "./packages/get-package.ts";
import { listPackages } from "./packages/list-packages.ts";
import { listCountries } from "./places/list-countries.ts";
import { listRegions } from "./places/list-regions.ts";
import { getProviderCapabilities } from "./providers/get-provider-capabilities.ts";
import { createQuote } from "./quotes/create-quote.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { listWebhooks } from "./webhooks/list-webhooks.ts";

/** The public contract. A name here is the `operationId`. */
export const operations = {
  getHealth,
  getReadiness,
  testAuth,
  listScopes,
  listEvents,
  getIntegration,
  getCapabilities,
  getProviderCapabilities,
  getAccount,
  getBalance,
  listLedger,
  listPackages,
  getPackage,
  listCountries,
  listRegions,
  createQuote,
  createOrder,
  listOrders,
  getOrder,
  listWebhooks,
  createWebhook,
};
