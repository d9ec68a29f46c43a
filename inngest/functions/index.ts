import type { Job, Schedule } from "../job.ts";
import { auditBooks, auditNightly } from "./audit-books.ts";
import { carryOutDecisions } from "./carry-out-decisions.ts";
import { checkLateOrder } from "./check-late-order.ts";
import { checkLateTopup } from "./check-late-topup.ts";
import { checkpointLedger } from "./checkpoint-ledger.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import { fundLowWallets } from "./fund-low-wallets.ts";
import { keepNames } from "./keep-names.ts";
import { keepPartitions } from "./keep-partitions.ts";
import { mailNotifications } from "./mail-notifications.ts";
import { notifyLowBalance } from "./notify-low-balance.ts";
import { postAlert } from "./post-alert.ts";
import { purgeExpired } from "./purge-expired.ts";
import { reconcile, reconcileNightly } from "./reconcile.ts";
import { refreshRates } from "./refresh-rates.ts";
import { replaceEsim } from "./replace-esim.ts";
import { runDrill } from "./run-drill.ts";
import { sendMagicLink } from "./send-magic-link.ts";
import { sendMail } from "./send-mail.ts";
import { sendRecovery } from "./send-recovery.ts";
import { sendSignUp } from "./send-sign-up.ts";
import { settleAction } from "./settle-action.ts";
import { settleCheckout } from "./settle-checkout.ts";
import { settleFunding } from "./settle-funding.ts";
import { sumJournal } from "./sum-journal.ts";
import { sumSales } from "./sum-sales.ts";
import { sweepStalled } from "./sweep-stalled.ts";
import { syncCatalog } from "./sync-catalog.ts";
import { syncAllEsims, syncEsims } from "./sync-esims.ts";
import { takeCard } from "./take-card.ts";
import { tellCell } from "./tell-cell.ts";
import { tellOfDues } from "./tell-of-dues.ts";
import { verifyDomains } from "./verify-domains.ts";
import { warnExpiringKeys } from "./warn-expiring-keys.ts";
import { warnFailingEndpoints } from "./warn-failing-endpoints.ts";
import { warnTravellers } from "./warn-travellers.ts";
import { watchService, watchServiceAlways } from "./watch-service.ts";
import { watchSuppliers } from "./watch-suppliers.ts";

/** Everything the job engine runs. */
export const jobs = [
  fulfilOrder,
  checkLateOrder,
  checkLateTopup,
  settleAction,
  settleCheckout,
  replaceEsim,
  takeCard,
  syncEsims,
  settleFunding,
  deliverWebhooks,
  mailNotifications,
  sendMail,
  sendRecovery,
  sendMagicLink,
  sendSignUp,
  watchService,
  postAlert,
  runDrill,
  tellCell,
  auditBooks,
  reconcile,
] as unknown as Job[];
export const schedules: Schedule[] = [
  syncCatalog,
  syncAllEsims,
  refreshRates,
  sweepStalled,
  warnFailingEndpoints,
  warnExpiringKeys,
  notifyLowBalance,
  fundLowWallets,
  tellOfDues,
  purgeExpired,
  keepPartitions,
  keepNames,
  watchSuppliers,
  watchServiceAlways,
  carryOutDecisions,
  verifyDomains,
  warnTravellers,
  auditNightly,
  reconcileNightly,
  sumSales,
  sumJournal,
  checkpointLedger,
];
