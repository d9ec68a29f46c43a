import { z } from "zod";
import { type OpenedTopup, requestTopup } from "#server/domain/selling/topups/index.ts";
import { operation } from "#server/http/operation.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { ActionStatus } from "../actions/action.wire.ts";
import { iccidParams } from "../esims/esim.wire.ts";
import { amount, cap, currency, integer, testScenario, text } from "../fields.ts";

const ignored = () =>
  z.unknown().optional().meta({ description: "Accepted and ignored: the price is ours to compute" });

const Body = z.strictObject({
  package_code: text(200).meta({ description: "Of GET /esims/{iccid}/topup-options" }),
  max_price: cap().optional().meta({ description: "Refuse with price_changed when the price is above" }),
  test_scenario: testScenario(),
  amount: ignored(),
  price: ignored(),
});

const Topup = z
  .strictObject({
    action_id: integer(),
    action: z.literal("topup"),
    status: ActionStatus,
    resource: z.string().meta({ description: "ICCID" }),
    package_code: z.string(),
    name: z.string(),
    amount: amount(),
    currency: currency(),
    charged: z.boolean().meta({ description: "False in the test environment" }),
    ledger_reference: z.string().nullable().meta({ example: "LED-2081" }),
  })
  .meta({ id: "Topup" });

export const createTopup = operation({
  method: "POST",
  path: "/esims/{iccid}/topups",
  tag: "Top-ups and actions",
  summary: "Top an eSIM up",
  description:
    "Live: charged at once; the outcome comes with topup.completed or topup.failed (then refunded), or GET /actions/{id}. Test: free, over at once.",
  access: "topups:create",
  idempotent: true,
  params: iccidParams(),
  body: Body,
  data: Topup,
  errors: [
    "insufficient_balance",
    "price_changed",
    "invalid_topup_package",
    "topup_not_supported",
    "supplier_error",
    "supplier_unavailable",
    "fx_unavailable",
  ],
  present: ({ action, name, ledgerEntryId }: OpenedTopup) => ({
    action_id: action.id,
    action: "topup" as const,
    status: action.status,
    resource: action.iccid,
    package_code: action.packageCode!,
    name,
    amount: action.amount.toNumber(),
    currency: action.currency,
    charged: action.charged,
    ledger_reference: ledgerEntryId === null ? null : ledgerReference(ledgerEntryId),
  }),
  handle: ({ ctx, params, body, claim }) =>
    requestTopup(
      ctx,
      {
        iccid: params.iccid,
        packageCode: body.package_code,
        maxPrice: body.max_price,
        testScenario: body.test_scenario,
      },
      claim,
    ),
});
