import type { Guide } from "./guide.ts";

export const idempotency: Guide = {
  slug: "idempotency",
  title: "Idempotency",
  lead: "A purchase can be sent again without danger. The same key with the same body gives the first answer; nothing is ordered or charged twice.",
  sections: [
    {
      title: "How to use it",
      blocks: [
        "`POST /orders` and `POST /esims/{iccid}/topups` need the header `Idempotency-Key`: a text of your own of at most 128 characters, new for each purchase. Make it from what you sell (`shop-4711`), store it before you send, and use it again after a time-out, a cut connection or a 5xx.",
        {
          label: "Twice the same, one order; PACKAGE and PRICE are those of the quickstart",
          sample: `ORDER=shop-$(date +%s)-again
for i in 1 2; do
  curl -sS -X POST $SVC_URL/orders -H "Authorization: Bearer $SVC_KEY" \\
    -H "Content-Type: application/json" -H "Idempotency-Key: $ORDER" \\
    -d "{\\"package_id\\": \\"$PACKAGE\\", \\"max_unit_price\\": $PRICE}"
done`,
        },
      ],
    },
    {
      title: "What comes back",
      blocks: [
        {
          head: ["Second request", "Answer"],
          rows: [
            [
              "same key, same body",
              "the first answer's `data`, byte for byte, with `Idempotent-Replayed: true` and a new `meta.request_id`",
            ],
            ["same key, other body", "409 `conflict` with `details.field` = `Idempotency-Key`"],
            ["same key while the first is still running", "waits for it and gets its answer"],
            ["same key after a refusal (402, 409, 422, 5xx)", "is a new attempt: only successes are kept"],
            ["no key, or one that is too long", "422 `validation_error` with `details.field` = `Idempotency-Key`"],
          ],
        },
        "Bodies are compared as JSON: the order of fields and white space do not count. A key belongs to the account, the environment and the path, and is kept 24 hours.",
      ],
    },
    {
      title: "After 24 hours",
      blocks: [
        "`client_reference` is unique within the account and environment for good. With it, an order that is repeated days later by mistake is refused with 409 `conflict`.",
      ],
    },
  ],
};
