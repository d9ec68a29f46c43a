import { z } from "zod";
import { getOrder as get } from "#server/domain/selling/orders/index.ts";
import { operation } from "#server/http/operation.ts";
import { Order, presentOrder } from "./order.wire.ts";

export const getOrder = operation({
  method: "GET",
  path: "/orders/{reference}",
  tag: "Orders",
  summary: "One order with all its profiles",
  access: "orders:read",
  params: z.strictObject({ reference: z.string().meta({ description: "Of the order", example: "B2B-1042" }) }),
  data: Order,
  handle: async ({ ctx, params }) => presentOrder(await get(ctx, params.reference)),
});
