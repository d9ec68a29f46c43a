/** Orders: placed and charged at once, fulfilled at suppliers, delivered, failed or refunded. */

export { type AllOrdersFilter, allOrdersFilter } from "./all-orders-filter.ts";
export { againstFailed, askAboutPart, type SupplierAnswer } from "./ask-about-part.ts";
export { listCandidates, prepareAttach } from "./attach-order.ts";
export { checkLateOrder } from "./check-late-order.ts";
export { countOrdersByDay } from "./count-by-day.ts";
export { countOrders } from "./count-orders.ts";
export { deliverQueued } from "./deliver-queued.ts";
export { findPlacedOrder } from "./find-placed-order.ts";
export { fulfilOrder } from "./fulfil-order.ts";
export { getOrderRecord } from "./get-order-record.ts";
export { lookAgain } from "./look-again.ts";
export { ORDER_STATUSES, type Order, type TestScenario } from "./order.ts";
export { orderFilter } from "./order-filter.ts";
export { placeOrder } from "./place-order.ts";
export { findOrderById, getOrder, listOrders, readOrderText } from "./read-orders.ts";
export { receiveSupplierWebhook } from "./receive-supplier-webhook.ts";
export { tellOfCost } from "./record-cost.ts";
export { refundOrder } from "./refund-order.ts";
export { refuseClosedCase } from "./refuse-closed-case.ts";
export { examineOrder, openPart, resolveOrder } from "./resolve-order.ts";
export { type FoundOrder, searchOrders } from "./search-orders.ts";
export { possibleEnds } from "./settle-stray.ts";
export { spendKey } from "./spend-key.ts";
export { findLinked, listParts, type Part } from "./supplier-part.ts";
export { sweepOrders } from "./sweep-orders.ts";
export { nextLateLook } from "./watch.ts";
