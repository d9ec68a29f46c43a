import { searchOrders } from "#server/domain/selling/orders/index.ts";
import { OrderFilters } from "#server/trpc/filters.ts";
import { presentFound } from "#server/trpc/routers/orders.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./report.ts";

export const ordersReport: Report = {
  header: [
    "reference",
    "created_at",
    "client_reference",
    "status",
    "package",
    "requested_quantity",
    "delivered_quantity",
    "unit_price",
    "total_amount",
    "refunded_amount",
    "currency",
    "first_iccid",
  ],
  async *rows(ctx, query) {
    const { q, package: packageCode, ...filter } = OrderFilters.parse(query);
    for await (const found of allPages((page) => searchOrders(ctx, { ...filter, text: q, packageCode, ...page }))) {
      const order = presentFound(found);
      yield [
        order.reference,
        order.createdAt,
        order.clientReference ?? "",
        order.status,
        order.packageName,
        String(order.requestedQuantity),
        String(order.deliveredQuantity),
        order.unitPrice,
        order.totalAmount,
        order.refundedAmount,
        order.currency,
        order.iccid ?? "",
      ];
    }
  },
};
