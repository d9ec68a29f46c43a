import { orderFilter, searchOrders } from "#server/domain/selling/orders/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { listReport } from "./report.ts";

export const ordersReport = listReport(orderFilter, (ctx: AccountCtx, asked) => searchOrders(ctx, asked), {
  reference: ({ id }) => orderReference(id),
  created_at: ({ createdAt }) => createdAt,
  client_reference: ({ clientReference }) => clientReference,
  status: ({ status }) => status,
  package: ({ packageName }) => packageName,
  requested_quantity: ({ requestedQuantity }) => requestedQuantity,
  delivered_quantity: ({ deliveredQuantity }) => deliveredQuantity,
  unit_price: ({ unitPrice }) => toNumeric(unitPrice),
  total_amount: ({ totalAmount }) => toNumeric(totalAmount),
  refunded_amount: ({ refundedAmount }) => toNumeric(refundedAmount),
  currency: ({ currency }) => currency,
  first_iccid: ({ iccid }) => iccid ?? null,
});
