import type { ErrorCode } from "#server/kernel/errors.ts";

/** What each error looks like when it happens. */
export const ERROR_EXAMPLES: Record<ErrorCode, { message: string; details?: Record<string, unknown> }> = {
  bad_request: { message: "The body is not valid JSON: Unexpected end of JSON input." },
  authentication_failed: { message: "Authentication failed: the API key was revoked." },
  insufficient_balance: {
    message: "The order costs 15.824 EUR, and 10 EUR can be spent: 5.824 EUR are missing. Nothing was charged.",
    details: {
      context: "order",
      currency: "EUR",
      required_amount: 15.824,
      available_to_spend: 10,
      shortfall: 5.824,
      wallet_balance: -90,
      credit_enabled: true,
      credit_status: "active",
    },
  },
  insufficient_scope: {
    message: "This key lacks the scope orders:create.",
    details: { required_scope: "orders:create" },
  },
  access_denied: {
    message:
      "This key may not be used from 203.0.113.9. Add it to the key's allowlist or call from an allowed address.",
  },
  resource_not_found: { message: "There is no order B2B-1042 in the test environment. References look like B2B-1042." },
  package_not_found: { message: 'There is no package "esimaccess-TR_5_30" on sale.' },
  conflict: {
    message:
      "This Idempotency-Key was used with a different body within the last 24 hours. Use a new key for a new order.",
    details: { field: "Idempotency-Key" },
  },
  price_changed: {
    message: "The unit price is now 7.912 EUR, above max_unit_price 7.5. Nothing was charged.",
    details: { field: "max_unit_price", currency: "EUR", current_unit_price: 7.912, max_unit_price: 7.5 },
  },
  unsupported_media_type: { message: "The body must be sent with Content-Type: application/json, not text/plain." },
  validation_error: { message: "quantity must be from 1 to 50.", details: { field: "quantity" } },
  invalid_topup_package: {
    message: '"TOPUP-1" is not a top-up of this eSIM. Use a package_code of GET /esims/{iccid}/topup-options.',
    details: { field: "package_code" },
  },
  topup_not_supported: { message: "This eSIM cannot be topped up: esimaccess or its package does not offer it." },
  action_not_supported: {
    message: "The network supplier of this eSIM (esimaccess) does not support suspend. Nothing was queued.",
    details: { provider: "esimaccess", action: "suspend" },
  },
  rate_limit_exceeded: { message: "The limit of 300 requests per minute is used up. Wait 17 seconds." },
  internal_error: { message: "Something unexpected happened. It is on record under the request id." },
  supplier_error: { message: "The supplier did not answer in time. Repeat the request." },
  service_unavailable: { message: "The service is temporarily unavailable. Repeat the request." },
  supplier_unavailable: { message: "The supplier esimaccess is closed for sale. Nothing was charged." },
  fx_unavailable: {
    message: "There is no verified current exchange rate for EUR. Nothing can be sold until there is.",
  },
};
