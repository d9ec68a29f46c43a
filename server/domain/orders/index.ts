export { checkLateOrder } from "./check-late-order.ts";
export { fulfilOrder } from "./fulfil-order.ts";
export { ORDER_STATUSES, type Order, type OrderSummary } from "./order.ts";
export { placeOrder } from "./place-order.ts";
export { findOrderById, getOrder, listOrders } from "./read-orders.ts";
export { receiveSupplierNotice } from "./receive-supplier-notice.ts";
export { resolveOrder } from "./resolve-order.ts";
export { findLinked } from "./supplier-part.ts";
export { sweepOrders } from "./sweep-orders.ts";
