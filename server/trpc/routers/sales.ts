import { z } from "zod";
import { refundSale, resolveReturnedRefund } from "#server/domain/shop/checkout/index.ts";
import { type Invoice, invoiceFilter, listInvoicesOf, searchInvoices } from "#server/domain/shop/invoices/index.ts";
import {
  CUSTOMER_ORDERS,
  customerFilter,
  FIGURES_BY,
  getCustomer,
  getSale,
  listCustomers,
  marginOf,
  type Sale,
  type SaleRecord,
  saleFilter,
  searchSales,
  sumConversion,
  sumSalesBy,
  writeEvidence,
} from "#server/domain/shop/sales/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { period } from "#server/kernel/list-filter.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { filterInput, pageOf, sortedInput } from "../filters.ts";
import { confirmedStaffProcedure, router, staffList, staffProcedure } from "../trpc.ts";
import { presentMail } from "./storefront.ts";

const Numbered = z.object({ number: z.string().max(40) });

/** Amounts leave as exact decimals in text; the page formats them. */
export const salesRouter = router({
  list: staffList.input(sortedInput(saleFilter)).query(async ({ ctx, input: { before, order, ...filter } }) => {
    const page = await searchSales(ctx, { ...filter, ...pageOf({ before, order }) });
    return { ...page, items: page.items.map(presentSale) };
  }),
  get: staffProcedure.input(Numbered).query(async ({ ctx, input }) => {
    const { sale, payment, refunds, waiting, disputes, mails, lines, autoTopups, ...rest } = await getSale(
      ctx,
      input.number,
    );
    const papers = await listInvoicesOf(ctx, sale.id);
    return {
      ...rest,
      lines: lines.map(({ retailPrice, share, orderId, ...line }) => ({
        ...line,
        retailPrice: toNumeric(retailPrice),
        share: toNumeric(share),
        orderReference: orderId === null ? null : orderReference(orderId),
      })),
      autoTopups: autoTopups.map(({ maxPrice, charged, most, ...auto }) => ({
        ...auto,
        ...{ maxPrice: toNumeric(maxPrice), charged: toNumeric(charged), most: toNumeric(most) },
      })),
      papers: papers.map(presentInvoice),
      mails: mails.map(presentMail),
      sale: {
        ...presentSale(sale),
        retailPrice: toNumeric(sale.retailPrice),
        discountAmount: toNumeric(sale.discountAmount),
        discountCode: sale.discountCode,
        vat: sale.vatKind && {
          ...{ kind: sale.vatKind, country: sale.vatCountry, rate: sale.vatRate?.toString() ?? "0" },
          ...{ amount: toNumeric(sale.vatAmount), added: toNumeric(sale.vatAdded), buyerVatId: sale.buyerVatId },
        },
        packageCode: sale.packageCode,
        openedAt: sale.openedAt,
        isAutomatic: sale.isAutomatic,
        left: toNumeric(sale.totalAmount.minus(sale.refundDue)),
      },
      payment: payment && { ...payment, refundedAmount: toNumeric(payment.refundedAmount) },
      refunds: refunds.map(presentSaleRefund),
      waiting: waiting && {
        ...{ amount: toNumeric(waiting.amount), stops: waiting.stops, reason: waiting.reason },
        ...{ decidedBy: waiting.decidedBy, createdAt: waiting.createdAt },
      },
      disputes: disputes.map(({ amount, ...dispute }) => ({ ...dispute, amount: toNumeric(amount) })),
    };
  }),
  /** What was delivered and used, in sentences for the bank of the card. */
  evidence: staffProcedure
    .input(Numbered)
    .query(async ({ ctx, input }) => ({ text: await writeEvidence(ctx, input.number) })),
  /** Decides it once for an attempt; the money is sent by the worker. */
  refund: confirmedStaffProcedure("sales:refund")
    .input(
      Numbered.extend({
        attempt: z.uuid(),
        amount: z.string().regex(/^\d{1,11}(\.\d{1,4})?$/, "Enter an amount such as 4.50."),
        reason: z.string().trim().min(1, "Say why it is refunded.").max(500),
        iccids: z.array(z.string().max(40)).max(50).default([]),
        stops: z.boolean().default(false),
      }),
    )
    .mutation(async ({ ctx, input: { amount, ...input } }) => {
      const refund = await refundSale(ctx, { ...input, amount: money(amount) });
      return { amount: toNumeric(refund.amount) };
    }),
  /** A refund that came back is sent again, or was paid another way. */
  resolveRefund: confirmedStaffProcedure("sales:refund")
    .input(
      Numbered.extend({
        cause: z.string().max(200),
        elsewhere: z.string().trim().min(1, "Say how the traveller was paid.").max(500).nullable(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      await resolveReturnedRefund(ctx, input);
      return {};
    }),
  invoices: staffList.input(sortedInput(invoiceFilter)).query(async ({ ctx, input: { before, order, ...filter } }) => {
    const page = await searchInvoices(ctx, { ...filter, ...pageOf({ before, order }) });
    return { ...page, items: page.items.map(presentInvoice) };
  }),
  customers: staffList
    .input(filterInput(customerFilter).extend({ order: z.enum(CUSTOMER_ORDERS).optional() }))
    .query(async ({ ctx, input }) => ({
      items: (await listCustomers(ctx, input)).map(presentSums),
    })),
  customer: staffProcedure.input(z.object({ email: z.string().max(254) })).query(async ({ ctx, input }) => {
    const { customer, esims } = await getCustomer(ctx, input.email);
    return { customer: presentSums(customer), esims };
  }),
  figures: staffList
    .input(filterInput(period).extend({ by: z.enum(FIGURES_BY) }))
    .query(async ({ ctx, input: { by, from, to } }) => {
      const { total, lines, ...days } = await sumSalesBy(ctx, by, { from, to });
      return {
        ...days,
        currency: ctx.account.currency,
        total: presentFigures(total),
        lines: lines.map(({ key, ...sums }) => ({ key, ...presentFigures(sums) })),
      };
    }),
  /** How far those came who looked at the shop. */
  conversion: staffList
    .input(filterInput(period).extend({ by: z.enum(FIGURES_BY) }))
    .query(({ ctx, input: { by, from, to } }) => sumConversion(ctx, by, { from, to })),
});

const presentInvoice = (invoice: Invoice) => {
  const { id, number, kind, correctsNumber, saleNumber, vatKind, vatCountry, vatRate, net, vat, gross } = invoice;
  const signed = (amount: Money) => toNumeric(kind === "credit_note" ? amount.negated() : amount);
  return {
    ...{ id, number, kind, correctsNumber, saleNumber, vatKind, vatCountry, rate: vatRate.toString() },
    ...{ net: signed(net), vat: signed(vat), gross: signed(gross) },
    ...{ currency: invoice.currency, issuedAt: invoice.issuedAt },
  };
};

const presentSale = (sale: Sale) => {
  const { totalAmount, refundDue, vatLeft, cost, orderId, ...rest } = sale;
  const margin = marginOf(sale);
  return {
    ...rest,
    totalAmount: toNumeric(totalAmount),
    refundDue: toNumeric(refundDue),
    vatLeft: toNumeric(vatLeft),
    cost: cost && toNumeric(cost),
    margin: margin && toNumeric(margin),
    orderReference: orderId === null ? null : orderReference(orderId),
  };
};

export const presentSaleRefund = ({ amount, ...refund }: SaleRecord["refunds"][number]) => ({
  ...refund,
  amount: toNumeric(amount),
});

const presentSums = <T extends { paid: Money; refunded: Money }>({ paid, refunded, ...rest }: T) => ({
  ...rest,
  paid: toNumeric(paid),
  refunded: toNumeric(refunded),
});

const presentFigures = ({
  sales,
  discount,
  cost,
  margin,
  revenue,
  vat,
  ...sums
}: Awaited<ReturnType<typeof sumSalesBy>>["total"]) => ({
  ...presentSums(sums),
  sales,
  discount: toNumeric(discount),
  cost: toNumeric(cost),
  margin: toNumeric(margin),
  revenue: toNumeric(revenue),
  vat: toNumeric(vat),
});
