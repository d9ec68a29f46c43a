import type { Guide } from "./guide.ts";

export const goLive: Guide = {
  slug: "go-live",
  title: "Go-live checklist",
  lead: "What to have in place before the first live order. Each point has saved someone money or a night.",
  sections: [
    {
      title: "Purchases",
      blocks: [
        {
          list: [
            "Each purchase has an `Idempotency-Key` that is stored before the request is sent, and a repeat uses the same one.",
            "`max_unit_price` or `max_total_amount` is the price that your customer saw.",
            "`client_reference` is your own order number: a second order with it is refused, whatever the Idempotency-Key.",
            "402, `price_changed`, `package_not_found`, `supplier_unavailable` and `fx_unavailable` each lead somewhere sensible in your shop.",
          ],
        },
      ],
    },
    {
      title: "Delivery",
      blocks: [
        {
          list: [
            "Every profile of `profiles[]` is used, not only the first: `iccid` and `activation_code` on the order are the first profile's.",
            "`order.partially_delivered` and `order.failed` are handled. The refund is automatic and in the ledger.",
            "The activation code is shown as a QR code that you draw yourself. It is a secret: no public QR service gets it.",
            "Orders that stay `processing` are left alone. They are being reconciled with the supplier and are never ordered again by us on a guess.",
          ],
        },
      ],
    },
    {
      title: "Webhooks",
      blocks: [
        {
          list: [
            "The signature is verified over the raw bytes, in constant time, and old timestamps are refused.",
            "The endpoint answers 2xx first and works afterwards; events are deduplicated by `X-SVC-Event-Id`.",
            "`POST /webhooks/{id}/test` arrives, for the test and for the live endpoint: they have different secrets.",
            "A daily read of `GET /orders` finds what a broken endpoint missed.",
          ],
        },
      ],
    },
    {
      title: "Keys",
      blocks: [
        {
          list: [
            "The live key is in your server's secret store, not in an app or a browser.",
            "It has the scopes that your program uses and no more, and an address list where your addresses are fixed.",
            "`api_key.expiring` reaches someone. Two keys may be valid at once, so a change needs no pause.",
            "The request id (`meta.request_id`, header `X-Request-ID`) is in your logs: it is what support asks for.",
          ],
        },
      ],
    },
  ],
};
