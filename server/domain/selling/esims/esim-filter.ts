import { choice, type FilterValues, openChoice, search, selection } from "#server/kernel/list-filter.ts";
import { ESIM_STATUSES } from "./esim.ts";

export const esimFilter = {
  /** An ICCID, IMSI or EID, or the reference of an order. */
  q: search("ICCID, IMSI, EID or order", 128),
  /** Code of the supplier. */
  provider: openChoice("Network supplier", "All suppliers", /^[a-z0-9_-]{1,40}$/),
  status: choice("Status", "All statuses", ESIM_STATUSES),
  /** By their ICCIDs. */
  only: selection(/^(\d{18,22})$/, String),
};

/** The orders beside newest first: by when they were delivered, or by when they end. */
export const ESIM_ORDERS = ["oldest", "expiry"] as const;

export type EsimFilter = FilterValues<typeof esimFilter>;
