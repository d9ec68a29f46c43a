import type { ModeEntry, ModeTable, NoticeMode } from "../modes.ts";

export type SmdpStatus = "RELEASED" | "DOWNLOAD" | "INSTALLATION" | "ENABLED" | "DISABLED" | "DELETED";
export type EsimStatus =
  | "GOT_RESOURCE"
  | "IN_USE"
  | "USED_UP"
  | "UNUSED_EXPIRED"
  | "USED_EXPIRED"
  | "CANCEL"
  | "SUSPENDED"
  | "REVOKE";

/** As allocated: what is fixed for good. Money is in 1/10,000 USD, volumes are bytes, times ISO 8601 in UTC. */
export type Profile = {
  esimTranNo: string;
  iccid: string;
  imsi: string;
  ac: string;
  packageCode: string;
  price: number;
  volume: number;
  days: number;
  expiresAt: string;
};

/** What changes in an eSIM's life. */
export type Life = {
  smdpStatus: SmdpStatus;
  esimStatus: EsimStatus;
  /** What it was before it was suspended. */
  statusBefore: EsimStatus | null;
  eid: string;
  activatedAt: string | null;
  expiresAt: string;
  orderUsage: number;
  usageAt: string;
  /** Steps that its SM-DP+ server has reported. */
  smdpEvents: number;
};

export type Esim = Omit<Profile, "volume" | "days"> &
  Life & { orderNo: string; createdAt: string; totalVolume: number; totalDays: number; topups: Topup[] };

type Topup = {
  topUpEsimTranNo: string;
  esimTranNo: string;
  transactionId: string;
  packageCode: string;
  volume: number;
  days: number;
  paid: number;
  createdAt: string;
};

export type OrderLine = { packageCode: string; slug: string; count: number; price: number; days: number };

export type Order = {
  orderNo: string;
  transactionId: string;
  createdAt: string;
  lines: OrderLine[];
  /** How many eSIMs there will be, and are paid for: fewer than ordered when the supplier is made to fall short. */
  deliver: number;
  paid: number;
  refunded: number;
  readyAt: string;
  isAllocated: boolean;
  esims: Esim[];
  noticeMode: NoticeMode | null;
  /** So many of the eSIMs are cancelled by the supplier as soon as they are there. */
  takenBack?: number;
  /** So many of the eSIMs are ones that were sold before. */
  soldBefore?: number;
  /** What comes at first, and when the rest comes; all at once without it. */
  inParts?: { first: number; restAt: string } | null;
  /** Searches by time that still do not show it. */
  hiddenFor: number;
};

/** Everything the simulated supplier knows: the fold of its journal, and nothing else. */
export type State = {
  /** Six digits, drawn once, so that the numbers of two data directories differ. */
  seed: string;
  balance: number;
  webhookUrl: string | null;
  modes: ModeTable;
  /** By package code, where the price is not the listed one. */
  prices: Map<string, number>;
  orders: Map<string, Order>;
  byTransaction: Map<string, Order>;
  esims: Map<string, Esim>;
  byIccid: Map<string, Esim>;
  topups: Topup[];
  /** Orders without their eSIMs yet. */
  allocating: Set<Order>;
  hidden: Set<Order>;
};

export type Entry =
  | { type: "opened"; seed: string }
  | ModeEntry
  | { type: "price_moved"; packageCode: string; price: number }
  | { type: "webhook_saved"; url: string | null }
  | ({ type: "ordered" } & Omit<Order, "createdAt" | "refunded" | "isAllocated" | "esims">)
  | { type: "allocated"; orderNo: string; esims: Profile[] }
  | { type: "searched"; orderNos: string[] }
  | { type: "esim_changed"; esimTranNo: string; cause: string; set: Partial<Life>; refund?: number }
  | ({ type: "topped_up"; set: Partial<Life> } & Omit<Topup, "createdAt">);

const OPENING_BALANCE = 10_000_000 * 10_000;

export const emptyState = (): State => ({
  seed: "",
  balance: OPENING_BALANCE,
  webhookUrl: null,
  modes: new Map(),
  prices: new Map(),
  orders: new Map(),
  byTransaction: new Map(),
  esims: new Map(),
  byIccid: new Map(),
  topups: [],
  allocating: new Set(),
  hidden: new Set(),
});
