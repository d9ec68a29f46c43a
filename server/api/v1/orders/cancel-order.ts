import { z } from "zod";
import { requestCancel } from "#server/domain/selling/actions/index.ts";
import { operation } from "#server/http/operation.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { ActionStatus, OpenedAction, presentOpened } from "../actions/action.wire.ts";
import { amount, currency, EmptyBody, integer } from "../fields.ts";

export const cancelOrder = operation({
  method: "POST",
  path: "/orders/{reference}/cancel",
  tag: "Orders",
  summary: "Cancel the eSIMs of an order",
  description:
    "Opens a cancel for every eSIM that is neither cancelled nor expired. When the supplier accepts, the unit price of that eSIM is refunded once; it may refuse an eSIM that is in use.",
  access: "orders:cancel",
  params: z.strictObject({ reference: z.string().meta({ description: "Of the order", example: "B2B-1042" }) }),
  body: EmptyBody,
  data: z
    .strictObject({
      action_id: integer().meta({ description: "Of the first eSIM" }),
      action: z.literal("cancel"),
      status: ActionStatus,
      resource: z.string().meta({ description: "ICCID of the first eSIM" }),
      order_reference: z.string(),
      actions: z.array(OpenedAction),
      refund_on_success: z.strictObject({ amount_per_esim: amount(), currency: currency() }),
    })
    .meta({ id: "OpenedCancel" }),
  errors: ["action_not_supported", "conflict"],
  handle: async ({ ctx, params }) => {
    const { order, actions } = await requestCancel(ctx, params.reference);
    const [first] = actions.map(presentOpened);
    return {
      action_id: first!.action_id,
      action: "cancel" as const,
      status: first!.status,
      resource: first!.iccid,
      order_reference: orderReference(order.id),
      actions: actions.map(presentOpened),
      refund_on_success: { amount_per_esim: order.unitPrice.toNumber(), currency: order.currency },
    };
  },
});
