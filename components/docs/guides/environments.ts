import type { Guide } from "./guide.ts";

export const environments: Guide = {
  slug: "environments",
  title: "Environments and test scenarios",
  lead: "The key decides: svc_test_… plays, svc_live_… buys. The address is the same, and neither sees the other's records.",
  sections: [
    {
      title: "What differs",
      blocks: [
        {
          head: ["", "Test key", "Live key"],
          rows: [
            ["Order", "`delivered` at once, fake profiles, free", "`queued`, charged, delivered by the supplier"],
            ["Events of an order", "`order.delivered`", "`order.created`, then its outcome"],
            ["Top-up, cancel, suspend, resume", "over at once", "queued; the outcome comes with an event"],
            ["`charged`, `ledger_reference`", "`false`, `null`", "`true`, `LED-…` for a top-up"],
            ["Ledger", "empty", "every money movement"],
            ["Balance", "the real figures, never touched", "the real figures"],
          ],
        },
        "Account, prices and catalogue are shared. Orders, eSIMs, actions, webhook endpoints, deliveries, Idempotency-Keys, client references and usage counters are kept apart. The brand of the test environment shows the live one until it is changed.",
      ],
    },
    {
      title: "A sandbox that behaves",
      blocks: [
        "Test orders go through the same checks as live ones: fields, price caps, idempotency, capabilities of the package's supplier. Their profiles have valid ICCIDs of an unassigned country code and activation codes that no phone can install. Webhooks are really sent, signed and retried.",
      ],
    },
    {
      title: "The empty wallet",
      blocks: [
        "`POST /orders` and `POST /esims/{iccid}/topups` accept `test_scenario` with a test key. The one value, `insufficient_balance`, answers 402 with all its details, so that this path can be built before it happens.",
        {
          label: "Request",
          sample: `curl -sS -X POST $SVC_URL/orders -H "Authorization: Bearer $SVC_KEY" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: empty-wallet-1" \\
  -d "{\\"package_id\\": \\"$PACKAGE\\", \\"test_scenario\\": \\"insufficient_balance\\"}"`,
        },
        "With a live key, or with any other value, it is refused with 422 `validation_error`.",
      ],
    },
  ],
};
