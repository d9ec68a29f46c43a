import type { ModeEntry, ModeTable, NoticeMode } from "../modes.ts";

/** What an account can subscribe to. */
export const TOPICS = ["async_orders", "webhook_low_data", "webhook_credit_limit"] as const;
export type Topic = (typeof TOPICS)[number];

export type PlanStatus = "NOT_ACTIVE" | "ACTIVE" | "FINISHED" | "EXPIRED";

/** What changes in the life of a package on an eSIM. Times are ISO 8601 in UTC. */
export type PlanLife = {
  status: PlanStatus;
  usedMb: number;
  activatedAt: string | null;
  expiresAt: string | null;
  finishedAt: string | null;
};

/** A package on an eSIM: the one it was sold with, or a top-up. */
export type Plan = PlanLife & { id: number; packageId: string; mb: number; days: number };

/** As allocated. */
export type Profile = { id: number; iccid: string; imsi: string; matchingId: string; plan: Plan };

/** What changes in an eSIM's life. */
export type Life = {
  isInstalled: boolean;
  isConnected: boolean;
  isDeleted: boolean;
  isExpired: boolean;
  recycledAt: string | null;
};

export type Sim = Omit<Profile, "plan"> & Life & { orderId: number; createdAt: string; plans: Plan[] };

/** Money is in 1/10,000 USD. */
export type Order = {
  id: number;
  code: string;
  type: "sim" | "topup";
  createdAt: string;
  packageId: string;
  quantity: number;
  description: string | null;
  status: "in_progress" | "completed" | "failed" | "refunded";
  /** Refunded by the supplier as soon as it is delivered. */
  takenBack?: boolean;
  /** So many of its eSIMs are ones that were sold before. */
  soldBefore?: number;
  paid: number;
  price: number;
  /** The eSIM that was topped up. */
  iccid: string | null;
  /** How many eSIMs there will be, and are paid for: fewer than ordered when the supplier is made to fall short. */
  deliver: number;
  readyAt: string;
  sims: Sim[];
  /** Of an asynchronous order; such an order is in no list before it is worked on. */
  requestId: string | null;
  /** Why it will fail. */
  failure: string | null;
  noticeUrl: string | null;
  noticeMode: NoticeMode | null;
  /** Searches that still do not show it. */
  hiddenFor: number;
};

type Ordered = Omit<Order, "createdAt" | "status" | "sims" | "type" | "iccid">;
type ToppedUp = Pick<Order, "id" | "code" | "packageId" | "description" | "paid" | "price">;

/** Everything the simulated supplier knows: the fold of its journal, and nothing else. */
export type State = {
  /** Six digits, drawn once, so that the numbers of two data directories differ. */
  seed: string;
  /** What its access tokens are sealed with. */
  tokenKey: string;
  balance: number;
  subscriptions: Map<Topic, string>;
  modes: ModeTable;
  /** By package, where the price is not the listed one. */
  prices: Map<string, number>;
  /** By number, top-ups too. */
  orders: Map<number, Order>;
  sims: Map<string, Sim>;
  plans: number;
  allocating: Set<Order>;
  hidden: Set<Order>;
};

export type Entry =
  | { type: "opened"; seed: string; tokenKey: string }
  | ModeEntry
  | { type: "price_moved"; packageId: string; price: number }
  | { type: "subscribed"; topic: Topic; url: string | null }
  | ({ type: "ordered" } & Ordered)
  | { type: "allocated"; orderId: number; sims: Profile[] }
  | { type: "refunded"; orderId: number }
  | { type: "searched"; orderIds: number[] }
  | {
      type: "sim_changed";
      iccid: string;
      cause: string;
      set: Partial<Life>;
      plans: ({ id: number } & Partial<PlanLife>)[];
    }
  | ({ type: "topped_up"; iccid: string; plan: Plan } & ToppedUp);

const OPENING_BALANCE = 10_000_000 * 10_000;

export const emptyState = (): State => ({
  seed: "",
  tokenKey: "",
  balance: OPENING_BALANCE,
  subscriptions: new Map(),
  modes: new Map(),
  prices: new Map(),
  orders: new Map(),
  sims: new Map(),
  plans: 0,
  allocating: new Set(),
  hidden: new Set(),
});
