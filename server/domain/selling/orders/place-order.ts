import { getPackageForSale, type PricedPackage, requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { insufficientBalance } from "#server/domain/money/ledger/index.ts";
import { requireOpen } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Answered, answerOnce, type IdempotencyClaim } from "#server/kernel/idempotency.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { currentTraceparent } from "#server/kernel/trace.ts";
import type { Order, TestScenario } from "./order.ts";
import { placeTogether, toOrderRequest } from "./place-together.ts";

export type OrderRequest = {
  /** Package code or numeric id. */
  packageId: string;
  /** What it was sold as, when that was before; else it is what the package is now. */
  productKey?: string;
  quantity: number;
  clientReference?: string;
  /** Caps in the account currency. */
  maxUnitPrice?: Money;
  maxTotalAmount?: Money;
  testScenario?: TestScenario | undefined;
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
  return await answerOnce(ctx, claim, () => place(ctx, request, claim));
}

async function place(ctx: AccountCtx, request: OrderRequest, claim: IdempotencyClaim<Order>): Promise<Answered> {
  requirePermission(ctx, "orders:place");
  requireOpen(ctx);
  if (request.testScenario && ctx.environment === "live")
    fail("validation_error", "test_scenario works with test keys only. Remove it from live orders.", {
      field: "test_scenario",
    });
  const item = await getPackageForSale(ctx, request.packageId);
  if ((request.productKey ?? item.productKey) !== item.productKey)
    fail("package_not_found", `${item.packageId} is another product by now than was sold.`);
  await requireOpenSupplier(ctx, item);
  const { quantity, clientReference = null } = request;
  const totalAmount = item.unitPrice.times(quantity);
  checkCaps(request, item, totalAmount);
  const { testScenario } = request;
  if (testScenario === "insufficient_balance") return insufficientBalance(ctx, "order", totalAmount);

  const scope = `${ctx.account.id}:${ctx.environment}`;
  const terms = { item, quantity, totalAmount, clientReference, plays: testScenario };
  // Those that are placed together are each part of a trace of their own.
  const order = { ctx, claim, ...terms, traceparent: currentTraceparent() };
  const placement = await placeTogether(ctx.db, {
    accountId: ctx.account.id,
    claims: [
      `${scope}:key:${claim.operation}:${claim.key}`,
      ...(clientReference === null ? [] : [`${scope}:reference:${clientReference}`]),
    ],
    request: () => toOrderRequest(order),
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
        `The client_reference "${clientReference}" belongs to another order of this environment.`,
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
      `The unit price is now ${sumText(unitPrice, currency)}, above max_unit_price ${maxUnitPrice}. Nothing was charged.`,
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
      `The total is now ${sumText(totalAmount, currency)}, above max_total_amount ${maxTotalAmount}. Nothing was charged.`,
      {
        field: "max_total_amount",
        currency,
        current_total_amount: totalAmount.toNumber(),
        max_total_amount: maxTotalAmount.toNumber(),
      },
    );
}
