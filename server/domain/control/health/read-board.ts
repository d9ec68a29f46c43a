import { listRates } from "#server/domain/catalogue/pricing/index.ts";
import {
  type FailedCall,
  listRecentCalls,
  type SupplierMinute,
  type SupplierPulse,
  takePulse,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { listUnsettled, type Stake, type Unsettled } from "./list-unsettled.ts";
import { type CatalogueAge, type MailHealth, measureCatalogues, measureMails } from "./measure-freshness.ts";
import { type JobHealth, measureJobs } from "./measure-jobs.ts";
import { measureWebhooks, type WebhookHealth } from "./measure-traffic.ts";

export type SupplierOnBoard = SupplierPulse & {
  minutes: SupplierMinute[];
  failures: FailedCall[];
  /** What has no outcome there. */
  affected: number;
};

export type RateAge = {
  currency: string;
  fetchedAt: Date;
  fault: string | null;
  /** It will soon not be usable. */
  isEnding: boolean;
  pinned: boolean;
};

/** How the service is doing at this moment; all of it was read now, unless it says when. */
export type Board = {
  at: Date;
  unsettled: Unsettled[];
  stakes: Stake[];
  suppliers: SupplierOnBoard[];
  jobs: Omit<JobHealth, "byJob">;
  webhooks: WebhookHealth;
  mails: MailHealth;
  /** Of the currencies that accounts are kept in. */
  rates: RateAge[];
  catalogues: CatalogueAge[];
};

/** Nothing here grows with history: what is open is read by indexes of what is open, and calls for half an hour. */
export async function readBoard(ctx: Ctx): Promise<Board> {
  const [{ items, stakes }, pulses, recent, { byJob: _byJob, ...jobs }, webhooks, mails, rates, catalogues] =
    await Promise.all([
      listUnsettled(ctx),
      takePulse(ctx),
      listRecentCalls(ctx),
      measureJobs(ctx),
      measureWebhooks(ctx),
      measureMails(ctx),
      listRates(ctx),
      measureCatalogues(ctx),
    ]);
  const suppliers = pulses.map((pulse) => {
    const { minutes = [], failures = [] } = recent.find(({ code }) => code === pulse.code) ?? {};
    const affected = stakes
      .filter(({ supplier }) => supplier === pulse.code)
      .reduce((sum, { count }) => sum + count, 0);
    return { ...pulse, minutes, failures, affected };
  });
  return {
    at: ctx.clock.now(),
    unsettled: items,
    stakes,
    suppliers,
    jobs,
    webhooks,
    mails,
    rates: rates
      .filter(({ accounts }) => accounts > 0)
      .map(({ currency, fetchedAt, fault, alarm, pinned }) => ({
        currency,
        fetchedAt,
        fault,
        isEnding: alarm,
        pinned,
      })),
    catalogues,
  };
}
