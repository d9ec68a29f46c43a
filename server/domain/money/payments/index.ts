/** Card payments through the payment provider: taken, settled and refunded. */

export { adoptRecord, bookProvidersRefund, listPaymentRefunds, wentBack } from "./adopt-record.ts";
export { type Charging, prepareCharge } from "./charge-card.ts";
export { isOpenForSale, openPayment } from "./open-payment.ts";
export { findPayment, isOnItsWay, type Payment } from "./payment.ts";
export {
  findCharger,
  findProvider,
  getPaymentSetup,
  platformCharger,
  platformProvider,
  readPaymentWebhook,
  removeStripeKeys,
  setStripeKeys,
} from "./payment-settings.ts";
export { AmountTooSmall, type PaymentProvider, type ProviderRecord } from "./port.ts";
export { receivePaymentWebhook } from "./receive-payment-webhook.ts";
export {
  decideNothing,
  decideRefund,
  decideReturned,
  isDisputed,
  listDisputes,
  sendRefunds,
  UNSENT_AFTER,
} from "./refund-payment.ts";
export type { Charged, SavedCard } from "./saved-card.ts";
export { expirePayment, lookAtPayment, payInTest } from "./settle-payment.ts";
export { TEST_CARDS } from "./test-provider.ts";
