import { requireOpen } from "#server/domain/accounts/index.ts";
import { getPackageForSale, type PricedPackage, requireOpenSupplier } from "#server/domain/catalog/index.ts";
import { type NewEsim, newSandboxEsim, toProfile } from "#server/domain/esims/index.ts";
import { insufficientBalance } from "#server/domain/ledger/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { eventData } from "#server/kernel/events.ts";
import type { Answered, IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { newEventId, orderReference } from "#server/kernel/ids.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Order } from "./order.ts";
import { type PurchaseRow, placePurchase } from "./purchase-queue.ts";

export type OrderRequest = {
  /** Package code or numeric id. */
  packageId: string;
  quantity: number;
  clientReference?: string;
  /** Caps in the account currency. */
  maxUnitPrice?: Money;
  maxTotalAmount?: Money;
  testScenario?: "insufficient_balance";
};

/**
 * Places an order once per idempotency key. Live: charges the wallet and queues the order for the supplier. Test: free,
 * delivered at once with fake profiles. Price, caps and supplier are settled before the wallet is touched; key, client
 * reference and funds under its lock, where nothing is written for an order that is refused.
 */
export async function placeOrder(
  ctx: AccountCtx,
  request: OrderRequest,
  claim: IdempotencyClaim<Order>,
): Promise<Answered> {
  requirePermission(ctx, "orders:place");
  requireOpen(ctx);
  if (request.testScenario && ctx.environment === "live")
    fail("validation_error", "test_scenario works with test keys only. Remove it from live orders.", {
      field: "test_scenario",
    });
  const item = await getPackageForSale(ctx, request.packageId);
  await requireOpenSupplier(ctx, item);
  const totalAmount = item.unitPrice.times(request.quantity);
  checkCaps(request, item, totalAmount);
  if (request.testScenario) insufficientBalance(ctx, "order", totalAmount);

  const scope = `${ctx.account.id}:${ctx.environment}`;
  const placement = await placePurchase(ctx.db, {
    accountId: ctx.account.id,
    claims: [
      `${scope}:key:${claim.operation}:${claim.key}`,
      ...(request.clientReference === undefined ? [] : [`${scope}:reference:${request.clientReference}`]),
    ],
    compose: (id) => toRow(ctx, request, claim, item, totalAmount, id),
  });
  switch (placement.outcome) {
    case "placed":
    case "replayed":
      return { response: placement.response!, replayed: placement.outcome === "replayed" };
    case "key_conflict":
      return fail(
        "conflict",
        "This Idempotency-Key was used with a different body within the last 24 hours. Use a new key for a new order.",
        { field: "Idempotency-Key" },
      );
    case "reference_taken":
      return fail(
        "conflict",
        `The client_reference "${request.clientReference}" belongs to another order of this environment.`,
        { field: "client_reference" },
      );
    case "insufficient":
      return insufficientBalance(ctx, "order", totalAmount, placement);
  }
}

function checkCaps(
  { maxUnitPrice, maxTotalAmount }: OrderRequest,
  { unitPrice, currency }: PricedPackage,
  totalAmount: Money,
): void {
  if (maxUnitPrice?.lessThan(unitPrice))
    fail(
      "price_changed",
      `The unit price is now ${unitPrice} ${currency}, above max_unit_price ${maxUnitPrice}. Nothing was charged.`,
      {
        field: "max_unit_price",
        currency,
        current_unit_price: unitPrice.toNumber(),
        max_unit_price: maxUnitPrice.toNumber(),
      },
    );
  if (maxTotalAmount?.lessThan(totalAmount))
    fail(
      "price_changed",
      `The total is now ${totalAmount} ${currency}, above max_total_amount ${maxTotalAmount}. Nothing was charged.`,
      {
        field: "max_total_amount",
        currency,
        current_total_amount: totalAmount.toNumber(),
        max_total_amount: maxTotalAmount.toNumber(),
      },
    );
}

function toRow(
  ctx: AccountCtx,
  request: OrderRequest,
  claim: IdempotencyClaim<Order>,
  item: PricedPackage,
  totalAmount: Money,
  id: number,
): PurchaseRow {
  const live = ctx.environment === "live";
  const createdAt = ctx.clock.now();
  const esims: NewEsim[] = live
    ? []
    : Array.from({ length: request.quantity }, () =>
        newSandboxEsim({ ...item, supplierReference: orderReference(id) }),
      );
  const order: Order = {
    id,
    clientReference: request.clientReference ?? null,
    status: live ? "queued" : "delivered",
    requestedQuantity: request.quantity,
    deliveredQuantity: esims.length,
    unitPrice: item.unitPrice,
    totalAmount,
    currency: item.currency,
    packageId: item.id,
    packageName: item.name,
    createdAt,
    profiles: esims.map(toProfile),
  };
  const { accountId, environment } = tenant(ctx);
  return {
    account_id: accountId,
    environment,
    operation: claim.operation,
    idempotency_key: claim.key,
    fingerprint: claim.fingerprint,
    response: claim.answer(order),
    client_reference: order.clientReference,
    status: order.status,
    package_id: item.id,
    package_name: item.name,
    quantity: request.quantity,
    unit_price: toNumeric(item.unitPrice),
    total_amount: toNumeric(totalAmount),
    currency: item.currency,
    supplier_code: item.supplierCode,
    unit_cost_usd: toNumeric(item.costUsd),
    unit_base_usd: toNumeric(item.baseUnitPrice),
    request_id: ctx.requestId,
    at: createdAt,
    event_id: newEventId(),
    event_type: live ? "order.created" : "order.delivered",
    // Not the answer: that has the shape of whoever asked.
    event_data: eventData({ order }),
    esims: live ? null : esims,
  };
}
