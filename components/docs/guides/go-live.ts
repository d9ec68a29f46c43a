import type { Guide } from "./guide.ts";

export const goLive: Guide = {
  slug: "go-live",
  title: "Go-live checklist",
  lead: "What to have in place before the first live order. Each point has saved someone money or a night.",
  sections: [
    {
      title: "Prove it: the drill",
      blocks: [
        "Under Go-live drill in the portal's test environment your own integration meets what goes wrong in the world. Choose its key and its endpoint, start, and let it buy as it does for customers: ten purchases with a `client_reference` of their own, one of them of two eSIMs. They may come at the same time.",
        {
          list: [
            "Each purchase meets one thing: 429 with `Retry-After`, 500, a time-out without and one with effect, a price that moves, an order that fails, one that stays under review, one that is delivered in part, an expired key.",
            "Its endpoint gets events late, twice and out of order, and forged ones: unsigned, altered, signed with the old secret, ten minutes old.",
            "The report says what was seen, what to mend, and names the requests and deliveries that show it. A: ready. B: not everything was seen. C: to be mended. D: money or trust is at stake.",
          ],
        },
        "A drill is shown to that key and that endpoint alone, for fifteen minutes at most, and ends by a button or when everything was shown. Live keys are never shown any. Events of its time that were held back, and repeats of older ones that were due at that endpoint, are sent after it.",
      ],
    },
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
