/** A traveller's purchase in a storefront: paid, ordered, mailed, shared and topped up. */

export {
  type AutoTopup,
  type AutoTopupOfEsim,
  allowAutoTopup,
  chargeDueTopups,
  findAutoTopupOf,
  followAutoTopups,
  followCard,
  getAutoTopupSetting,
  listAutoTopups,
  MOST_TIMES,
  mostOf,
  offersAutoTopups,
  saveTestCard,
  setAutoTopups,
  stopAutoTopup,
  TRIGGERS,
  type Trigger,
  takeCard,
  withdrawAutoTopup,
} from "./auto-topups/index.ts";
export { type Checkout, findCheckout } from "./checkout.ts";
export {
  dataOf,
  dataSize,
  daysIn,
  describeItem,
  describeTopup,
  formatMoney,
  placeName,
} from "./describe-item.ts";
export { findGift, type Gift, giftDays, giftFaults, isCancelledWhole, MOST_OF_GIFT, type NewGift } from "./gift.ts";
export { previewDiscounts } from "./judge-discount.ts";
export { type Buyer, buyerFaults, findBuyer, previewVat } from "./judge-vat.ts";
export { findPurchaseOf, listLines, MOST_LINES, MOST_OF_ONE, type SaleLine, soldAs } from "./lines.ts";
export { getLink, type StoreLink, tryAccessCode, VALID_FOR } from "./links.ts";
export { momentOf, spentOf } from "./mails/auto-words.ts";
export { giftDate } from "./mails/gift-words.ts";
export { type Language, toLanguage } from "./mails/language.ts";
export { previewWording } from "./mails/preview-wording.ts";
export { sendReplacementMail } from "./mails/send-esim-mail.ts";
export { sendHandoverMail } from "./mails/send-store-mail.ts";
export { listWordings, MAIL_KINDS, placesOf, setWording } from "./mails/wording.ts";
export { type OpenedCheckout, openOrderCheckout, openTopupCheckout } from "./open-checkout.ts";
export {
  countShares,
  mailMagicLink,
  requestMagicLink,
  shareEsim,
  shareForTraveller,
  withdrawShares,
} from "./open-links.ts";
export { cancelledIn, type Owed, owed } from "./owed.ts";
export { previewCancelRefund } from "./preview-cancel-refund.ts";
export {
  getOwnedEsim,
  getPurchase,
  listOwnedEsims,
  listPurchases,
  lookAtCheckout,
  type OwnedEsim,
} from "./read-purchases.ts";
export { type Redemption, redeemVoucher } from "./redeem-voucher.ts";
export { refundSale, resolveReturnedRefund } from "./refund-sale.ts";
export { getRetailTopups } from "./retail-topups.ts";
export { getSaleCheckout, parseSaleNumber } from "./sale-number.ts";
export { settleCheckout } from "./settle-checkout.ts";
export { sweepCheckouts } from "./sweep-checkouts.ts";
export { hasStoppedMails, stopEsimMails } from "./traveller-notices.ts";
export { findWaitingRefund, type WaitingRefund } from "./waiting-refund.ts";
export { warnTravellers } from "./warn-travellers.ts";
