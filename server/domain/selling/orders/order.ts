import type { OrderProfile } from "#server/domain/selling/esims/index.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Moves } from "#server/kernel/moves.ts";

export const ORDER_STATUSES = [
  "created",
  "queued",
  "processing",
  "delivered",
  "partially_delivered",
  "failed",
  "cancelled",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The trigger `check_order_move` has the same table. `created` is of the API alone: no order is kept so. */
export const ORDER_MOVES: Moves<OrderStatus> = {
  created: [],
  queued: ["processing", "delivered", "partially_delivered", "failed"],
  processing: ["delivered", "partially_delivered", "failed"],
  delivered: ["cancelled", "refunded"],
  partially_delivered: ["cancelled", "refunded"],
  failed: [],
  cancelled: [],
  refunded: [],
};

export type Order = {
  id: number;
  clientReference: string | null;
  status: OrderStatus;
  requestedQuantity: number;
  deliveredQuantity: number;
  /** In the order's currency. */
  unitPrice: Money;
  totalAmount: Money;
  currency: string;
  packageId: number;
  packageName: string;
  createdAt: Date;
  profiles: OrderProfile[];
};

/** What a test order goes through instead of being delivered at once. */
export type PlayedStatus = "queued" | "partially_delivered" | "failed";
export type TestScenario = PlayedStatus | "insufficient_balance";

/** An order in a list: of its profiles only the first one's ICCID. */
export type OrderSummary = Omit<Order, "profiles" | "requestedQuantity" | "deliveredQuantity" | "packageId"> & {
  iccid: string | null;
};

declare module "#server/kernel/events.ts" {
  interface EventSubjects {
    order: Order;
  }
}
