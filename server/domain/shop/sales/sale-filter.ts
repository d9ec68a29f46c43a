import { LANGUAGE_NAMES, LANGUAGES } from "#server/kernel/languages.ts";
import { choice, type FilterValues, only, openChoice, period, search } from "#server/kernel/list-filter.ts";
import { SALE_STATUSES } from "./sale-status.ts";

export const saleFilter = {
  /** An order number as it is read out, or any part of an address. */
  q: search("Order number or e-mail", 254),
  status: choice("Status", "All statuses", SALE_STATUSES, {
    preparing: "Preparing",
    delivered: "Delivered",
    cancelled: "Cancelled",
    failed: "Not delivered",
  }),
  refunded: { ...only("Refunds"), all: "All sales", options: [{ value: "true", label: "Refunded" }] },
  /** ISO 3166-1 alpha-2: plans that work there. */
  country: openChoice("Destination", "All destinations", /^[A-Z]{2}$/),
  /** Public code of the package. */
  package: search("Package code", 200),
  language: choice("Language", "All languages", LANGUAGES, LANGUAGE_NAMES),
  /** Of the payment. */
  ...period,
};

export type SaleFilter = FilterValues<typeof saleFilter>;

/** What customers can be sorted by beside who bought last. */
export const CUSTOMER_ORDERS = ["paid", "sales", "refunded"] as const;
export type CustomerOrder = (typeof CUSTOMER_ORDERS)[number];

export const customerFilter = { q: search("E-mail", 254) };
export type CustomerFilter = FilterValues<typeof customerFilter>;
