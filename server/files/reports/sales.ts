import { marginOf, saleFilter, searchSales } from "#server/domain/shop/sales/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { listReport } from "./report.ts";

export const salesOfShopReport = listReport(saleFilter, (ctx: AccountCtx, asked) => searchSales(ctx, asked), {
  number: ({ number }) => number,
  paid_at: ({ paidAt }) => paidAt,
  status: ({ status }) => status,
  kind: ({ kind }) => kind,
  email: ({ email }) => email,
  language: ({ locale }) => locale,
  plan: ({ packageName }) => packageName,
  quantity: ({ several, quantity }) => several?.esims ?? quantity,
  paid_amount: ({ totalAmount }) => toNumeric(totalAmount),
  refunded_amount: ({ refundDue }) => toNumeric(refundDue),
  cost: ({ cost }) => cost && toNumeric(cost),
  vat_amount: ({ vatLeft }) => toNumeric(vatLeft),
  margin: (sale) => {
    const margin = marginOf(sale);
    return margin && toNumeric(margin);
  },
  currency: ({ currency }) => currency,
  order_reference: ({ several, orderId }) => several?.orders ?? (orderId === null ? null : orderReference(orderId)),
});
