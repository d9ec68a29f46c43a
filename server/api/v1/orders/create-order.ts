import { z } from "zod";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { operation } from "#server/http/operation.ts";
import { cap, integer, testScenario, text } from "../fields.ts";
import { Order, presentOrder } from "./order.wire.ts";

const Body = z.strictObject({
  package_id: text(200).meta({ description: "Package code or numeric id", example: "esimaccess-TR_5_30" }),
  quantity: integer().min(1, "must be from 1 to 50").max(50, "must be from 1 to 50").default(1),
  client_reference: text(128)
    .optional()
    .meta({ description: "Your own reference, unique within the account and environment", example: "shop-4711" }),
  max_unit_price: cap().optional().meta({ description: "Refuse with price_changed when the unit price is above" }),
  max_total_amount: cap().optional().meta({ description: "Refuse with price_changed when the total is above" }),
  test_scenario: testScenario(),
});

export const createOrder = operation({
  method: "POST",
  path: "/orders",
  tag: "Orders",
  summary: "Place an order",
  description:
    "Live: the amount is charged at once and the order is queued for the supplier; the profiles come with order.delivered or GET /orders/{reference}. Test: free, delivered at once with fake profiles.",
  access: "orders:create",
  idempotent: true,
  body: Body,
  data: Order,
  errors: ["insufficient_balance", "package_not_found", "price_changed", "supplier_unavailable", "fx_unavailable"],
  present: presentOrder,
  handle: ({ ctx, body, claim }) => placeOrder(ctx, toRequest(body), claim),
});

const toRequest = (body: z.output<typeof Body>) => ({
  packageId: body.package_id,
  quantity: body.quantity,
  clientReference: body.client_reference,
  maxUnitPrice: body.max_unit_price,
  maxTotalAmount: body.max_total_amount,
  testScenario: body.test_scenario,
});
