import type { Job, Schedule } from "../job.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { fulfilOrder } from "./fulfil-order.ts";
import { purgeExpired } from "./purge-expired.ts";
import { refreshRates } from "./refresh-rates.ts";
import { sweepStalled } from "./sweep-stalled.ts";
import { syncCatalog } from "./sync-catalog.ts";
import { warnExpiringKeys } from "./warn-expiring-keys.ts";
import { warnFailingEndpoints } from "./warn-failing-endpoints.ts";

/** Everything the job engine runs. */
export const jobs = [fulfilOrder, deliverWebhooks] as unknown as Job[];
export const schedules: Schedule[] = [
  syncCatalog,
  refreshRates,
  sweepStalled,
  warnFailingEndpoints,
  warnExpiringKeys,
  purgeExpired,
];
