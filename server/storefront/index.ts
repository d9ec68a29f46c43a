/** Everything that the pages and forms of storefronts are made of. */

export { postCurrency } from "./currency.ts";
export { checkDevice, DEVICES, type DeviceMatch, type Devices } from "./devices.ts";
export type { FormField } from "./draft.ts";
export { newAttempt } from "./form.ts";
export { guessDevice } from "./guess-device.ts";
export { chooseLanguage, openStore, type StoreView } from "./open-store.ts";
export { type Hint, postEsimMails, postReplace, toHint } from "./post-arrival.ts";
export { leadBackFromCard, postAutoTopup, postStopAutoTopup, postTestCard, readTestCard } from "./post-auto-topup.ts";
export { leadBack, postOrder, postTopup } from "./post-checkout.ts";
export {
  postMagicLink,
  postRefresh,
  postShare,
  postTestPayment,
  postUnlock,
  watchEsim,
  watchOrder,
} from "./post-links.ts";
export type { PlanView, PriceView } from "./present.ts";
export type { AutoView } from "./present-auto-topup.ts";
export type { EsimView, InstallView } from "./present-esim.ts";
export type { PageLink } from "./present-pages.ts";
export type { ArrivalView } from "./read-arrival.ts";
export { type AutoAsk, readAutoTopup } from "./read-auto-topup.ts";
export {
  type CheckoutView,
  type FaultName,
  type ResidenceView,
  readCheckout,
  type TotalView,
} from "./read-checkout.ts";
export { readEsim, readSharedEsim, readTopups, type TopupView } from "./read-esim.ts";
export { type PurchaseView, readMine } from "./read-mine.ts";
export { type OrderState, type OrderView, readOrder, readTestOrder } from "./read-order.ts";
export { readPage } from "./read-page.ts";
export { findStorePaper } from "./read-papers.ts";
export { type PlacePlans, readPlace, readPlan } from "./read-plans.ts";
export { readShared } from "./read-shared.ts";
export { type PlaceLink, readShop, type Shop } from "./read-shop.ts";
export { readTrip, type Trip, type TripAsk, USUAL_TRIP } from "./read-trip.ts";
export { postVoucher, type RedeemForm, readRedeemForm } from "./redeem.ts";
export { searchShop } from "./search-shop.ts";
export { serveAppManifest } from "./serve-app-manifest.ts";
export { serveFlag } from "./serve-flag.ts";
export { serveRobots, serveSitemap, serveSitemapFile } from "./serve-index.ts";
export { serveFavicon, serveLogo, serveStoredPicture } from "./serve-picture.ts";
export { unlessMissing } from "./unless-missing.ts";
export { isUnlocked } from "./unlock.ts";
export type { UsageDay } from "./usage-by-day.ts";
