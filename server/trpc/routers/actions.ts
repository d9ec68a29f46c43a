import type { ActionRecord } from "#server/domain/selling/actions/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { toNumeric } from "#server/kernel/money.ts";

/** An action as pages show it, on the order and on the eSIM. */
export const presentAction = (action: ActionRecord) => ({
  id: action.id,
  iccid: action.iccid,
  orderReference: orderReference(action.orderId),
  action: action.action,
  status: action.status,
  packageName: action.packageName,
  amount: toNumeric(action.amount),
  currency: action.currency,
  charged: action.charged,
  refundedAmount: toNumeric(action.refundedAmount),
  refundedAt: action.refundedAt,
  failure: action.failure,
  paymentKept: action.paymentKept,
  requestId: action.requestId,
  checks: action.checks,
  nextCheckAt: action.nextCheckAt,
  settledAt: action.settledAt,
  createdAt: action.createdAt,
});
