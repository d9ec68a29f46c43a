import type { ModeEntry, ModeTable } from "../modes.ts";

export type ProfileStatus = "Released" | "Installed" | "Deleted";
export type BundleState = "queued" | "active" | "depleted" | "expired" | "revoked" | "lapsed";

/** A bundle as it is put onto an eSIM: what is fixed for good. Money is in 1/10,000 USD, volumes are bytes. */
type Applied = {
  iccid: string;
  id: string;
  reference: string;
  bundle: string;
  paid: number;
  isTopup: boolean;
  bytes: number;
};

/** What changes of it. Times are ISO 8601 in UTC. */
export type Use = {
  state: BundleState;
  remaining: number;
  startAt: string | null;
  endAt: string | null;
  /** The largest of the shares of its data that word was sent of, in percent. */
  announced: number;
};

export type Assignment = Applied & Use & { assignedAt: string };

type Profile = { iccid: string; matchingId: string };

/** What changes in an eSIM's life. */
export type Life = {
  profileStatus: ProfileStatus;
  state: "active" | "suspended";
  customerRef: string;
  firstInstalledAt: string | null;
  /** Given back, it is out of the buyer's reach. */
  inAccount: boolean;
};

export type Happening = { name: string; bundleName: string | null; date: string };

export type Esim = Profile &
  Life & { orderReference: string; createdAt: string; assignments: Assignment[]; history: Happening[] };

/** `iccids`: the eSIMs that are topped up; none for new ones. */
export type OrderLine = { item: string; quantity: number; price: number; iccids: string[] };

export type Order = {
  reference: string;
  createdAt: string;
  /** What was sold: fewer than ordered when the supplier is made to fall short. */
  lines: OrderLine[];
  paid: number;
  refunded: number;
  readyAt: string;
  isDelivered: boolean;
  /** So many of the eSIMs are taken back by the supplier as soon as they are there. */
  takenBack?: number;
  /** So many of the eSIMs are ones that were sold before. */
  soldBefore?: number;
  /** ICCIDs, line by line. */
  delivered: string[][];
  /** Lists that still do not show it. */
  hiddenFor: number;
};

export type Refund = { reference: string; createdAt: string; item: string; amount: number };

/** Everything the simulated supplier knows: the fold of its journal, and nothing else. */
export type State = {
  /** Six digits, drawn once, so that the numbers of two data directories differ. */
  seed: string;
  balance: number;
  callbackUrl: string | null;
  modes: ModeTable;
  /** By bundle name, where the price is not the listed one. */
  prices: Map<string, number>;
  orders: Map<string, Order>;
  refunds: Refund[];
  esims: Map<string, Esim>;
  /** How many bundles were ever put onto an eSIM. */
  assigned: number;
  /** Orders without their eSIMs yet. */
  processing: Set<Order>;
  hidden: Set<Order>;
};

export type Entry =
  | { type: "opened"; seed: string }
  | ModeEntry
  | { type: "price_moved"; bundle: string; price: number }
  | { type: "callback_saved"; url: string }
  | ({ type: "ordered" } & Pick<
      Order,
      "reference" | "lines" | "paid" | "readyAt" | "hiddenFor" | "takenBack" | "soldBefore"
    >)
  | { type: "delivered"; reference: string; esims: Profile[]; applied: Applied[]; delivered: string[][] }
  | { type: "listed"; references: string[] }
  | {
      type: "esim_changed";
      iccid: string;
      happened: Omit<Happening, "date">[];
      set?: Partial<Life>;
      uses?: UseChange[];
    }
  | { type: "revoked"; iccid: string; id: string; refund: number; refundReference: string | null };

export type UseChange = { id: string } & Partial<Use>;

const OPENING_BALANCE = 10_000_000 * 10_000;

export const emptyState = (): State => ({
  seed: "",
  balance: OPENING_BALANCE,
  callbackUrl: null,
  modes: new Map(),
  prices: new Map(),
  orders: new Map(),
  refunds: [],
  esims: new Map(),
  assigned: 0,
  processing: new Set(),
  hidden: new Set(),
});
