import type { Environment } from "#server/kernel/context.ts";

/** What people are told of, beside the events that programs get. */
export const NOTICE_KINDS = [
  "api_key.expiring",
  "webhook.failing",
  "webhook.disabled",
  "balance.low",
  "order.refunded",
  "supplier.wallet",
  "catalog.refused",
  "catalog.cost",
  "review.waiting",
  "fx.stale",
  "fx.jump",
  "audit.failed",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type Notice = {
  id: number;
  /** Null: for the platform's own staff. */
  accountId: number | null;
  /** Null: it concerns both. */
  environment: Environment | null;
  kind: NoticeKind;
  /** What it is about: a key's prefix, an endpoint. */
  subject: string;
  /** Whole sentences, ready to be shown or mailed. */
  text: string;
  createdAt: Date;
  readAt: Date | null;
};
