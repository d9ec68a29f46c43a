import type { OrderProfile } from "#server/domain/esims/index.ts";
import type { Money } from "#server/kernel/money.ts";

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

/** An order in a list: of its profiles only the first one's ICCID. */
export type OrderSummary = Omit<Order, "profiles" | "requestedQuantity" | "deliveredQuantity" | "packageId"> & {
  iccid: string | null;
};

declare module "#server/kernel/events.ts" {
  interface EventSubjects {
    order: Order;
  }
}
