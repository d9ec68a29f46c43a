// Made by `npm run sdk` from the API's description. What is changed here is lost.

/** Method, path, and `!` for what takes an Idempotency-Key. */
export const OPERATIONS = {
  "cancelOrder": [
    "POST",
    "/orders/{reference}/cancel"
  ],
  "changeBrand": [
    "POST",
    "/brand"
  ],
  "createOrder": [
    "POST",
    "/orders",
    "!"
  ],
  "createQuote": [
    "POST",
    "/quotes"
  ],
  "createTopup": [
    "POST",
    "/esims/{iccid}/topups",
    "!"
  ],
  "createWebhook": [
    "POST",
    "/webhooks"
  ],
  "disableWebhook": [
    "POST",
    "/webhooks/{id}/disable"
  ],
  "getAccount": [
    "GET",
    "/account"
  ],
  "getAction": [
    "GET",
    "/actions/{id}"
  ],
  "getBalance": [
    "GET",
    "/account/balance"
  ],
  "getBrand": [
    "GET",
    "/brand"
  ],
  "getCapabilities": [
    "GET",
    "/meta/capabilities"
  ],
  "getEsim": [
    "GET",
    "/esims/{iccid}"
  ],
  "getEsimDevice": [
    "GET",
    "/esims/{iccid}/device"
  ],
  "getEsimInstallation": [
    "GET",
    "/esims/{iccid}/installation"
  ],
  "getEsimUsage": [
    "GET",
    "/esims/{iccid}/usage"
  ],
  "getHealth": [
    "GET",
    "/health"
  ],
  "getIntegration": [
    "GET",
    "/meta/integration"
  ],
  "getOrder": [
    "GET",
    "/orders/{reference}"
  ],
  "getPackage": [
    "GET",
    "/packages/{id}"
  ],
  "getProviderCapabilities": [
    "GET",
    "/providers/{provider_code}/capabilities"
  ],
  "getReadiness": [
    "GET",
    "/health/ready"
  ],
  "getUsage": [
    "GET",
    "/usage"
  ],
  "listCountries": [
    "GET",
    "/countries"
  ],
  "listDeliveries": [
    "GET",
    "/webhooks/{id}/deliveries"
  ],
  "listEsimEvents": [
    "GET",
    "/esims/{iccid}/events"
  ],
  "listEsims": [
    "GET",
    "/esims"
  ],
  "listEvents": [
    "GET",
    "/meta/events"
  ],
  "listLedger": [
    "GET",
    "/account/ledger"
  ],
  "listOrders": [
    "GET",
    "/orders"
  ],
  "listPackages": [
    "GET",
    "/packages"
  ],
  "listRegions": [
    "GET",
    "/regions"
  ],
  "listScopes": [
    "GET",
    "/meta/scopes"
  ],
  "listTopupOptions": [
    "GET",
    "/esims/{iccid}/topup-options"
  ],
  "listWebhooks": [
    "GET",
    "/webhooks"
  ],
  "refreshEsim": [
    "POST",
    "/esims/{iccid}/refresh"
  ],
  "resumeEsim": [
    "POST",
    "/esims/{iccid}/resume"
  ],
  "suspendEsim": [
    "POST",
    "/esims/{iccid}/suspend"
  ],
  "testAuth": [
    "POST",
    "/auth/test"
  ],
  "testWebhook": [
    "POST",
    "/webhooks/{id}/test"
  ]
} as const;
