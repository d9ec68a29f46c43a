import type { Environment } from "#server/kernel/context.ts";
import type { Permission } from "#server/kernel/permissions.ts";

type KindOfNotification = {
  /** As a switch and a list name it. */
  label: string;
  /** Whose page it is about. */
  see: Permission;
  /** Who can do something about it: they are mailed, and they can mark it as read. */
  act: Permission;
  /** The page about it, below the environment. */
  page(subject: string): string;
  /** Whoever raises it writes a mail of its own. */
  mailedApart?: true;
  /** What an intruder would do: mailed to the one in whose name it was done and to the owners, and to be switched off by nobody. */
  security?: true;
};

const endpointPage = (subject: string) => `/webhooks/${subject.replace("webhook:", "")}`;

/** What resellers' people are told of, beside the events that programs get. */
export const ACCOUNT_NOTIFICATIONS = {
  "api_key.expiring": {
    label: "API key about to expire",
    see: "keys:read",
    act: "keys:manage",
    page: (prefix) => `/api-keys/${prefix}`,
  },
  "webhook.failing": {
    label: "Webhook endpoint failing",
    see: "webhooks:read",
    act: "webhooks:manage",
    page: endpointPage,
  },
  "webhook.disabled": {
    label: "Webhook endpoint disabled",
    see: "webhooks:read",
    act: "webhooks:manage",
    page: endpointPage,
  },
  "balance.low": { label: "Low balance", see: "balance:read", act: "balance:manage", page: () => "/balance" },
  "credit.due": {
    label: "Credit about to be due",
    see: "balance:read",
    act: "balance:manage",
    page: () => "/balance",
  },
  "credit.overdue": {
    label: "Credit overdue",
    see: "balance:read",
    act: "balance:manage",
    page: () => "/balance",
  },
  "credit.changed": {
    label: "Credit line changed by us",
    see: "balance:read",
    act: "balance:manage",
    page: () => "/balance",
  },
  "funding.automatic": {
    label: "Automatic funding needs a look",
    see: "balance:read",
    act: "balance:manage",
    page: () => "/balance",
  },
  "funding.changed": {
    label: "Automatic funding changed",
    see: "balance:read",
    act: "balance:manage",
    page: () => "/balance",
    security: true,
  },
  "price.changed": {
    label: "Prices changed by us",
    see: "catalog:read",
    act: "balance:manage",
    page: () => "/catalog",
  },
  "order.refunded": {
    label: "Order refunded by us",
    see: "ledger:read",
    act: "balance:manage",
    page: (reference) => `/orders/${reference}`,
  },
  "sale.refunded": {
    label: "Payment refunded to a traveller",
    see: "orders:read",
    act: "sales:refund",
    page: (number) => `/sales/${number}`,
  },
  "sale.refund_returned": {
    label: "Refund that came back",
    see: "orders:read",
    act: "sales:refund",
    page: (number) => `/sales/${number}`,
  },
  "sale.refund_unsent": {
    label: "Refund that cannot be sent",
    see: "orders:read",
    act: "sales:refund",
    page: (number) => `/sales/${number}`,
  },
  "sale.replaced": {
    label: "eSIM replaced under the guarantee",
    see: "orders:read",
    act: "sales:offer",
    page: (number) => `/sales/${number}`,
  },
  "sale.disputed": {
    label: "Payment disputed",
    see: "orders:read",
    act: "sales:refund",
    page: (number) => `/sales/${number}`,
  },
  "sender.verified": {
    label: "Sender address verified",
    see: "brand:read",
    act: "brand:manage",
    page: () => "/storefront/domain",
  },
  "sender.lost": {
    label: "Sender address no longer verified",
    see: "brand:read",
    act: "brand:manage",
    page: () => "/storefront/domain",
  },
  "domain.verified": {
    label: "Domain verified",
    see: "brand:read",
    act: "brand:manage",
    page: () => "/storefront/domain",
  },
  "domain.lost": {
    label: "Domain no longer verified",
    see: "brand:read",
    act: "brand:manage",
    page: () => "/storefront/domain",
  },
  "storefront.failing": {
    label: "Storefront cannot sell",
    see: "brand:read",
    act: "brand:manage",
    page: () => "/storefront",
    mailedApart: true,
  },
  "api_key.made": {
    label: "API key created",
    see: "keys:read",
    act: "keys:manage",
    page: (prefix) => `/api-keys/${prefix}`,
    security: true,
  },
  "api_key.mcp": {
    label: "API key may act over MCP",
    see: "keys:read",
    act: "keys:manage",
    page: (prefix) => `/api-keys/${prefix}`,
    security: true,
  },
  "payment_keys.changed": {
    label: "Payment keys changed",
    see: "brand:read",
    act: "balance:manage",
    page: () => "/storefront/payments",
    security: true,
  },
  "domain.changed": {
    label: "Domain changed",
    see: "brand:read",
    act: "brand:manage",
    page: () => "/storefront/domain",
    security: true,
  },
  "member.invited": {
    label: "Somebody invited to the team",
    see: "team:read",
    act: "team:manage",
    page: () => "/team",
    security: true,
  },
  "member.joined": {
    label: "Somebody joined the team",
    see: "team:read",
    act: "team:manage",
    page: () => "/team",
    security: true,
  },
  "member.role": { label: "Role changed", see: "team:read", act: "team:manage", page: () => "/team", security: true },
  "ownership.transferred": {
    label: "Ownership handed over",
    see: "team:read",
    act: "team:manage",
    page: () => "/team",
    security: true,
  },
  "supplier.disrupted": { label: "Supplier in trouble", see: "orders:read", act: "orders:place", page: () => "" },
  "service.incident": { label: "Service incident", see: "orders:read", act: "orders:place", page: () => "" },
  "supplier.restored": { label: "Supplier works again", see: "orders:read", act: "orders:place", page: () => "" },
} as const satisfies Record<string, KindOfNotification>;

export type AccountNotificationKind = keyof typeof ACCOUNT_NOTIFICATIONS;

export type SecurityNotificationKind = {
  [K in AccountNotificationKind]: (typeof ACCOUNT_NOTIFICATIONS)[K] extends { security: true } ? K : never;
}[AccountNotificationKind];

export const isSecurity = (kind: AccountNotificationKind): boolean =>
  !!(ACCOUNT_NOTIFICATIONS[kind] as KindOfNotification).security;

export const isMailed = (kind: AccountNotificationKind): boolean =>
  !(ACCOUNT_NOTIFICATIONS[kind] as KindOfNotification).mailedApart;

export const ACCOUNT_NOTIFICATION_KINDS = Object.keys(ACCOUNT_NOTIFICATIONS) as AccountNotificationKind[];

/** For the platform's own staff. */
type PlatformNotificationKind =
  | "supplier.wallet"
  | "catalog.refused"
  | "catalog.cost"
  | "review.waiting"
  | "fx.stale"
  | "fx.jump"
  | "audit.failed"
  | "credit.unpaid"
  | "funding.unread";

export type NotificationKind = AccountNotificationKind | PlatformNotificationKind;

export type Notice = {
  id: number;
  /** Null: for the platform's own staff. */
  accountId: number | null;
  /** Null: it concerns both. */
  environment: Environment | null;
  kind: NotificationKind;
  /** What it is about: a key's prefix, an endpoint. */
  subject: string;
  /** Whole sentences, ready to be shown or mailed. */
  text: string;
  createdAt: Date;
  readAt: Date | null;
};

/** Where the portal shows what the notice is about: `/live/balance`. */
export const notificationPath = (
  kind: AccountNotificationKind,
  { environment, subject }: Pick<Notice, "environment" | "subject">,
): string => `/${environment ?? "live"}${ACCOUNT_NOTIFICATIONS[kind].page(subject)}`;
