import type { IncomingMessage, ServerResponse } from "node:http";
import type { ModeSetting, Operation } from "./modes.ts";

export const LIFE_EVENTS = ["install", "activate", "usage", "exhaust", "expire", "delete", "cancel"] as const;
export type LifeEvent = (typeof LIFE_EVENTS)[number];

/** What became of an eSIM; `status` is in the supplier's own words. */
export type Lived = {
  supplier: string;
  iccid: string;
  event: LifeEvent;
  status: string;
  usedMb: number;
  totalMb: number;
};

export type PriceMove = { supplier: string; supplierPackageId: string; fromUsd: number; toUsd: number };

/** What the supplier has on record: the other half of every reconciliation. Times are ISO 8601, UTC. */
export type SupplierRecords = {
  supplier: string;
  balanceUsd: number;
  modes: ({ operation: Operation } & ModeSetting)[];
  orders: {
    /** The buyer's. */
    reference: string;
    supplierReference: string;
    package: string;
    quantity: number;
    delivered: number;
    paidUsd: number;
    refundedUsd: number;
    createdAt: string;
    /** ICCIDs. */
    esims: string[];
  }[];
  esims: {
    iccid: string;
    supplierEsimId: string;
    supplierReference: string;
    package: string;
    status: string;
    paidUsd: number;
    usedMb: number;
    totalMb: number;
    createdAt: string;
  }[];
  topups: {
    reference: string;
    supplierReference: string;
    iccid: string;
    package: string;
    paidUsd: number;
    /** 0 where what comes back is told of the eSIM's order. */
    refundedUsd: number;
    createdAt: string;
  }[];
};

/** One supplier: its record, the wire format it speaks, and the handles that the command line pulls. */
export type SupplierSimulator = {
  code: string;
  respond(request: IncomingMessage, response: ServerResponse): Promise<void>;
  setMode(operation: Operation, setting: ModeSetting): void;
  resetModes(): void;
  /** Null when it sells no such package. */
  movePrice(supplierPackageId: string, usd: number): PriceMove | null;
  /** Null when the eSIM is not one of its own; throws a sentence when that cannot happen to it. */
  liveOn(iccid: string, event: LifeEvent, usedMb: number | undefined): Lived | null;
  showRecords(): SupplierRecords;
  /** Where its webhooks go from now on. */
  notifyAt(url: string): void;
  /** Delivers from now on what was ordered, also before it was last stopped. */
  start(): void;
  /** When its webhooks under way have arrived or were given up. */
  settled(): Promise<void>;
  close(): void;
};
