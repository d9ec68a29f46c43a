import { z } from "zod";
import { readOrderText } from "#server/domain/selling/orders/index.ts";
import { JsonText, operation } from "#server/http/operation.ts";
import { Order } from "./order.wire.ts";

export const getOrder = operation({
  method: "GET",
  path: "/orders/{reference}",
  tag: "Orders",
  summary: "One order with all its profiles",
  access: "orders:read",
  params: z.strictObject({ reference: z.string().meta({ description: "Of the order", example: "B2B-1042" }) }),
  data: Order,
  handle: async ({ ctx, params }) => new JsonText(await readOrderText(ctx, params.reference)),
});
