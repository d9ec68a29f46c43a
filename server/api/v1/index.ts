import { getAccount } from "./account/get-account.ts";
import { getBalance } from "./account/get-balance.ts";
import { listLedger } from "./account/list-ledger.ts";
import { getAction } from "./actions/get-action.ts";
import { testAuth } from "./auth/test-auth.ts";
import { changeBrand } from "./brand/change-brand.ts";
import { getBrand } from "./brand/get-brand.ts";
import { getEsim } from "./esims/get-esim.ts";
import { getEsimDevice } from "./esims/get-esim-device.ts";
import { getEsimInstallation } from "./esims/get-esim-installation.ts";
import { getEsimUsage } from "./esims/get-esim-usage.ts";
import { listEsimEvents } from "./esims/list-esim-events.ts";
import { listEsims } from "./esims/list-esims.ts";
import { refreshEsim } from "./esims/refresh-esim.ts";
import { resumeEsim } from "./esims/resume-esim.ts";
import { suspendEsim } from "./esims/suspend-esim.ts";
import { getHealth } from "./health/get-health.ts";
import { getReadiness } from "./health/get-readiness.ts";
import { getCapabilities } from "./meta/get-capabilities.ts";
import { getIntegration } from "./meta/get-integration.ts";
import { listEvents } from "./meta/list-events.ts";
import { listScopes } from "./meta/list-scopes.ts";
import { cancelOrder } from "./orders/cancel-order.ts";
import { createOrder } from "./orders/create-order.ts";
import { getOrder } from "./orders/get-order.ts";
import { listOrders } from "./orders/list-orders.ts";
import { getPackage } from "./packages/get-package.ts";
import { listPackages } from "./packages/list-packages.ts";
import { listCountries } from "./places/list-countries.ts";
import { listRegions } from "./places/list-regions.ts";
import { getProviderCapabilities } from "./providers/get-provider-capabilities.ts";
import { createQuote } from "./quotes/create-quote.ts";
import { createTopup } from "./topups/create-topup.ts";
import { listTopupOptions } from "./topups/list-topup-options.ts";
import { getUsage } from "./usage/get-usage.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { disableWebhook } from "./webhooks/disable-webhook.ts";
import { listDeliveries } from "./webhooks/list-deliveries.ts";
import { listWebhooks } from "./webhooks/list-webhooks.ts";
import { testWebhook } from "./webhooks/test-webhook.ts";

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
  getUsage,
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
  cancelOrder,
  listEsims,
  getEsim,
  refreshEsim,
  getEsimUsage,
  getEsimDevice,
  getEsimInstallation,
  listEsimEvents,
  suspendEsim,
  resumeEsim,
  listTopupOptions,
  createTopup,
  getAction,
  listWebhooks,
  createWebhook,
  disableWebhook,
  listDeliveries,
  testWebhook,
  getBrand,
  changeBrand,
};
