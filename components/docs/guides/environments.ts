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
      title: "The simulated device",
      blocks: [
        "No phone can install a test eSIM. Its life is played instead: as a traveller's phone would install it, connect, use data and run out. Every step moves the eSIM as a supplier's report would, by the same rules, with its history, measurements and events.",
        {
          head: ["Step", "What follows", "Event"],
          rows: [
            ["`install`", "status `installed`, device and EID are known", "–"],
            ["`activate`", "status `activated`, a network, an end of validity", "`esim.activated`"],
            ["`usage`", "a tenth more is used, or as much as is said", "`esim.usage.updated`"],
            ["`exhaust`", "all is used, status `exhausted`", "`esim.usage.updated`"],
            ["`expire`", "status `expired`: nothing more happens", "–"],
            ["`delete`", "the profile was deleted from the phone", "–"],
          ],
        },
        "Whoever runs the service plays a step with `svc sim event <iccid> <step>`; on a test eSIM's page of the portal your team does it with a button. Top-up, suspend, resume and cancel of a test eSIM are over at once, with their events.",
      ],
    },
    {
      title: "Scenarios that go wrong",
      blocks: [
        "An empty wallet is one field, below. Orders that fail or are delivered in part, top-ups that fail or stay under review are made to happen one by one: see Events on your own machine. Everything else that goes wrong in the world (429, 500, time-outs, a price that moves, orders that fail, are delivered in part or stay open, an expired key, webhooks that are late, doubled, forged or out of order) is shown by the go-live drill: see the go-live checklist.",
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
