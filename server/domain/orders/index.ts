export { countOrders } from "./count-orders.ts";
export { fulfilOrder } from "./fulfil-order.ts";
export { ORDER_STATUSES, type Order, type OrderSummary } from "./order.ts";
export { placeOrder } from "./place-order.ts";
export { getOrder, listOrders } from "./read-orders.ts";
export { receiveSupplierNotice } from "./receive-supplier-notice.ts";
export { sweepOrders } from "./sweep-orders.ts";
