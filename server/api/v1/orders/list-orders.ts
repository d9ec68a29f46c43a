import { z } from "zod";
import { listOrders as list, ORDER_STATUSES } from "#server/domain/selling/orders/index.ts";
import { operation } from "#server/http/operation.ts";
import { pageSize, pagination, queryCursor } from "../fields.ts";
import { pageText } from "../page-text.ts";
import { OrderSummary } from "./order.wire.ts";

export const listOrders = operation({
  method: "GET",
  path: "/orders",
  tag: "Orders",
  summary: "Orders, newest first",
  access: "orders:read",
  query: z.strictObject({
    status: z
      .enum(ORDER_STATUSES, `must be one of ${ORDER_STATUSES.join(", ")}`)
      .optional()
      .meta({ description: "Only orders in this state" }),
    limit: pageSize(100, 25),
    before_id: queryCursor().optional(),
  }),
  data: z.strictObject({ items: z.array(OrderSummary), pagination: pagination() }).meta({ id: "OrderPage" }),
  handle: async ({ ctx, query }) =>
    pageText(await list(ctx, { status: query.status, limit: query.limit, beforeId: query.before_id })),
});
