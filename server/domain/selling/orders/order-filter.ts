import { choice, type FilterValues, openChoice, period, search, selection } from "#server/kernel/list-filter.ts";
import { ORDER_STATUSES } from "./order.ts";

export const orderFilter = {
  /** An order reference, an ICCID, or how a client reference begins. */
  q: search("Order, your reference or ICCID", 128),
  status: choice("Status", "All statuses", ORDER_STATUSES),
  /** ISO 3166-1 alpha-2: packages that work there. */
  country: openChoice("Country", "All countries", /^[A-Z]{2}$/),
  /** Public code of the package. */
  package: search("Package code", 200),
  /** Of the order's making. */
  ...period,
  /** By their references. */
  only: selection(/^B2B-([1-9]\d{0,14})$/, Number),
};

export type OrderFilter = FilterValues<typeof orderFilter>;
