import { z } from "zod";
import {
  listCountries,
  type PricedPackage,
  reasonInWords,
  searchPackages,
} from "#server/domain/catalogue/catalog/index.ts";
import { listOrderEvents } from "#server/domain/messaging/webhooks/index.ts";
import { listOrderEntries } from "#server/domain/money/ledger/index.ts";
import { listActionRecords, previewCancel, requestCancel } from "#server/domain/selling/actions/index.ts";
import { installState } from "#server/domain/selling/esims/index.ts";
import {
  type FoundOrder,
  findPlacedOrder,
  getOrderRecord,
  type Order,
  orderFilter,
  placeOrder,
  searchOrders,
} from "#server/domain/selling/orders/index.ts";
import { quotePackage } from "#server/domain/selling/quotes/index.ts";
import { previewCancelRefund } from "#server/domain/shop/checkout/index.ts";
import { findSaleOfOrder } from "#server/domain/shop/sales/index.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { asInApi } from "#server/kernel/events.ts";
import { fingerprint, type IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { orderReference, parseOrderReference } from "#server/kernel/ids.ts";
import { money, toNumeric } from "#server/kernel/money.ts";
import { HOUR } from "#server/kernel/time.ts";
import { pageOf, sortedInput } from "../filters.ts";
import { router, staffList, staffProcedure } from "../trpc.ts";
import { presentAction } from "./actions.ts";
import { presentEntry } from "./balance.ts";
import { presentSaleRefund } from "./sales.ts";

const Reference = z.object({ reference: z.string().max(40) });
const PackageId = z.string().trim().min(1).max(200);
const Quantity = z.number().int().min(1, "From 1 to 50.").max(50, "From 1 to 50.");

/** Of one form: when it was opened, and which it is. Orders are placed under it once, also when it is sent again. */
const Draft = z.string().regex(/^portal-\d{13}-[0-9a-f-]{36}$/);
/** Keys are kept for 24 hours; a form that is nearly as old is refused, so that it cannot outlive its key. */
const DRAFT_GOOD_FOR_MS = 20 * HOUR;

const NewOrder = z.object({
  draft: Draft,
  packageId: PackageId,
  quantity: Quantity,
  clientReference: z.string().trim().min(1).max(128).optional(),
  maxUnitPrice: z
    .string()
    .regex(/^\d{1,11}(\.\d{1,4})?$/, "Enter an amount such as 4.50.")
    .optional(),
});

/** As `POST /orders` of the API, body and key: whoever sends the same call afterwards gets the same order. */
const OPERATION = "POST /api/v1/orders";

/** Amounts leave as exact decimals in text; the page formats them. */
export const ordersRouter = router({
  list: staffList.input(sortedInput(orderFilter)).query(async ({ ctx, input: { before, order, ...filter } }) => {
    const page = await searchOrders(ctx, { ...filter, ...pageOf({ before, order }) });
    return { ...page, items: page.items.map(presentFound) };
  }),
  countries: staffProcedure.query(async ({ ctx }) =>
    (await listCountries(ctx)).map(({ code, name }) => ({ code, name })),
  ),
  get: staffProcedure.input(Reference).query(async ({ ctx, input }) => {
    const { order, refundedAmount, ...record } = await getOrderRecord(ctx, input.reference);
    const [actions, sale] = await Promise.all([
      listActionRecords(ctx, { orderId: order.id }),
      findSaleOfOrder(ctx, order.id),
    ]);
    return {
      ...record,
      order: presentOrder(order),
      refundedAmount: toNumeric(refundedAmount),
      actions: actions.map(presentAction),
      sale: sale && { ...sale, refunds: sale.refunds.map(presentSaleRefund) },
      // As `GET /orders/{reference}` answers.
      json: JSON.stringify(asInApi({ order }), null, 2),
    };
  }),
  entries: staffProcedure
    .input(Reference)
    .query(async ({ ctx, input }) => (await listOrderEntries(ctx, idOf(input.reference))).map(presentEntry)),
  events: staffProcedure.input(Reference).query(({ ctx, input }) => listOrderEvents(ctx, input.reference)),
  previewCancel: staffProcedure.input(Reference).query(async ({ ctx, input }) => {
    const { currency, items } = await previewCancel(ctx, input.reference);
    const sale = await previewCancelRefund(ctx, input.reference);
    return {
      currency,
      /** Of an order that the shop sold: what goes back to the traveller. */
      sale: sale && {
        ...sale,
        left: toNumeric(sale.left),
        esims: sale.esims.map(({ iccid, amount }) => ({ iccid, amount: toNumeric(amount) })),
      },
      items: items.map((item) => ({ ...item, refund: toNumeric(item.refund), topups: toNumeric(item.topups) })),
    };
  }),
  cancel: staffProcedure
    .input(
      Reference.extend({
        iccids: z.array(z.string().max(40)).min(1).max(50),
        /** Why the traveller's payment is kept; without it, it goes back. */
        paymentKept: z.string().trim().min(1, "Say why the payment is kept.").max(500).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { actions } = await requestCancel(ctx, input.reference, input);
      return actions.map(({ iccid, status }) => ({ iccid, status }));
    }),
  packages: staffProcedure.input(z.string().trim().max(100)).query(async ({ ctx, input }) => {
    const { items, total } = await searchPackages(ctx, input, 20);
    return { items: items.map((found) => ({ ...presentPackage(found.item), reason: reasonInWords(found) })), total };
  }),
  quote: staffProcedure.input(z.object({ packageId: PackageId, quantity: Quantity })).query(async ({ ctx, input }) => {
    const quote = await quotePackage(ctx, input);
    const { totalAmount, availableToSpend } = quote;
    const shortfall = totalAmount.minus(availableToSpend);
    return {
      package: presentPackage(quote.package),
      quantity: quote.quantity,
      currency: quote.package.currency,
      unitPrice: toNumeric(quote.package.unitPrice),
      totalAmount: toNumeric(totalAmount),
      availableToSpend: toNumeric(availableToSpend),
      shortfall: quote.chargedOnOrder && shortfall.isPositive() && !shortfall.isZero() ? toNumeric(shortfall) : null,
      chargedOnOrder: quote.chargedOnOrder,
      expiresAt: quote.expiresAt,
      apiUrl: `${env().publicUrl}/api/v1`,
    };
  }),
  /** The order that a form has placed already: who comes back to it with the back button is led there. */
  placed: staffProcedure
    .input(z.object({ draft: Draft }))
    .query(({ ctx, input }) => findPlacedOrder(ctx, { operation: OPERATION, key: input.draft })),
  place: staffProcedure.input(NewOrder).mutation(async ({ ctx, input }) => {
    const { draft, packageId, quantity, clientReference, maxUnitPrice } = input;
    if (ctx.clock.now().getTime() - Number(draft.slice(7, 20)) > DRAFT_GOOD_FOR_MS)
      fail("conflict", "This form was opened long ago. Open a new one, so that nothing is ordered twice.");
    const claim: IdempotencyClaim<Order> = {
      operation: OPERATION,
      key: draft,
      fingerprint: fingerprint({
        package_id: packageId,
        quantity,
        ...(clientReference && { client_reference: clientReference }),
        ...(maxUnitPrice && { max_unit_price: Number(maxUnitPrice) }),
      }),
      answer: (order) => JSON.stringify(asInApi({ order })),
    };
    const request = {
      packageId,
      quantity,
      clientReference,
      maxUnitPrice: maxUnitPrice ? money(maxUnitPrice) : undefined,
    };
    const { response, replayed } = await placeOrder(ctx, request, claim);
    return { reference: (JSON.parse(response) as { reference: string }).reference, replayed };
  }),
});

const idOf = (reference: string): number =>
  parseOrderReference(reference) ?? fail("resource_not_found", "References look like B2B-1042.");

export const presentFound = ({ id, unitPrice, totalAmount, refundedAmount, ...rest }: FoundOrder) => ({
  ...rest,
  reference: orderReference(id),
  unitPrice: toNumeric(unitPrice),
  totalAmount: toNumeric(totalAmount),
  refundedAmount: toNumeric(refundedAmount),
});

const presentOrder = ({ id, unitPrice, totalAmount, packageId: _packageId, profiles, ...rest }: Order) => ({
  ...rest,
  profiles: profiles.map((profile) => ({ ...profile, install: installState(profile) })),
  reference: orderReference(id),
  unitPrice: toNumeric(unitPrice),
  totalAmount: toNumeric(totalAmount),
});

const presentPackage = (item: PricedPackage) => ({
  packageId: item.packageId,
  name: item.name,
  countryCode: item.countryCode,
  coverage: item.coverage.length,
  dataMb: item.dataMb,
  unlimited: item.unlimited,
  perDay: item.perDay,
  durationDays: item.durationDays,
  networkType: item.networkType,
  supplierCode: item.supplierCode,
  topupSupported: item.topupSupported,
  unitPrice: toNumeric(item.unitPrice),
  currency: item.currency,
});
