import { z } from "zod";
import { listOrders as list, ORDER_STATUSES } from "#server/domain/orders/index.ts";
import { operation } from "#server/http/operation.ts";
import { pagination, presentPagination, queryCursor, queryInteger } from "../fields.ts";
import { OrderSummary, presentOrderSummary } from "./order.wire.ts";

export const listOrders = operation({
  method: "GET",
  path: "/orders",
  tag: "Orders",
  summary: "Orders, newest first",
  access: "orders:read",
  query: z.strictObject({
    status: z.enum(ORDER_STATUSES, `must be one of ${ORDER_STATUSES.join(", ")}`).optional(),
    limit: queryInteger(1, 100).default(25),
    before_id: queryCursor().optional().meta({ description: "pagination.next_cursor of the page before" }),
  }),
  data: z.strictObject({ items: z.array(OrderSummary), pagination: pagination() }).meta({ id: "OrderPage" }),
  handle: async ({ ctx, query }) => {
    const page = await list(ctx, { status: query.status, limit: query.limit, beforeId: query.before_id });
    return { items: page.items.map(presentOrderSummary), pagination: presentPagination(page) };
  },
});
