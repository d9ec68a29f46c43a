/** The integration flow, step by step. */
export const QUICKSTART = [
  {
    title: "Verify the key",
    text: "Every call carries the key as a bearer token or in X-API-Key. The answer names the environment and the scopes.",
    sample: `export SVC_KEY=svc_test_…
export SVC_URL=http://localhost:3000/api/v1

curl -sS -X POST $SVC_URL/auth/test -H "Authorization: Bearer $SVC_KEY"`,
  },
  {
    title: "Read prices",
    text: "Prices are yours, in your account's currency. Take one full pull a day and an hourly one with updated_since.",
    sample: `curl -sS "$SVC_URL/packages?country=TR&limit=5" -H "Authorization: Bearer $SVC_KEY"`,
  },
  {
    title: "Get a quote",
    text: "Price and funds check for a quantity, valid for five minutes and not binding.",
    sample: `curl -sS -X POST $SVC_URL/quotes -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"package_id": "esimaccess-TR_5_30", "quantity": 2}'`,
  },
  {
    title: "Place the order",
    text: "The Idempotency-Key makes a repeat safe: the same key never orders or charges twice. The quoted price as max_unit_price protects you from a price that moved.",
    sample: `curl -sS -X POST $SVC_URL/orders -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: shop-4711" \\
  -d '{"package_id": "esimaccess-TR_5_30", "quantity": 2, "client_reference": "shop-4711", "max_unit_price": 9.5}'`,
  },
  {
    title: "Receive the profiles",
    text: "order.delivered arrives at your webhook endpoint, signed; or read the order. profiles[].activation_code is the LPA string for the QR code.",
    sample: `curl -sS -X POST $SVC_URL/webhooks -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://shop.example.com/hooks/esim", "events": ["order.delivered", "order.failed"]}'

curl -sS $SVC_URL/orders/B2B-1042 -H "Authorization: Bearer $SVC_KEY"`,
  },
  {
    title: "Go live",
    text: "Use a live key. Orders are charged from the wallet and its credit line, queued for the supplier and usually delivered within seconds.",
    sample: "export SVC_KEY=svc_live_…",
  },
];
