/** The pages of `docs/runbooks`: what an alert means, what to look at, what to do. */
export const RUNBOOKS = [
  "supplier-not-answering",
  "looks",
  "purchases-waiting",
  "supplier-wallet",
  "exchange-rates",
  "catalogue",
  "jobs",
  "webhooks",
  "mails",
  "review-queue",
  "books",
  "nightly-checks",
  "scheduled-changes",
  "backups",
  "orders-slow",
  "portal-slow",
  "database-slow",
  "replica",
  "disk-full",
  "partitions",
  "cells",
  "id-ranges",
  "service-gone",
] as const;
export type Runbook = (typeof RUNBOOKS)[number];

/** What somebody is called for. Of one cause there is one alert at a time. */
export type Alarm = { cause: string; critical: boolean; runbook: Runbook };

/** Something that needs a hand, in whole sentences. */
export type Concern = {
  area: "accounts" | "sign-ups" | "review" | "funding" | "fx" | "suppliers" | "health" | "board";
  /** Urgent: sales or money are at stake now. */
  urgent: boolean;
  text: string;
  alarm?: Alarm;
};
