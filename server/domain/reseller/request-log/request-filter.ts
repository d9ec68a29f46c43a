import { choice, type FilterValues, openChoice, period, search } from "#server/kernel/list-filter.ts";

export const requestFilter = {
  /** The request id. */
  search: search("Request id", 60),
  kind: choice("Outcome", "All outcomes", ["refused"], { refused: "Refused or failed" }),
  method: choice("Method", "All methods", ["GET", "POST"]),
  /** `POST /orders` */
  operation: openChoice("Operation", "All operations", /^.{1,120}$/),
  code: openChoice("Error code", "All codes", /^\w{1,60}$/),
  /** The prefix of a key. */
  key: openChoice("Key", "All keys", /^\w{1,30}$/),
  address: search("IP address", 45),
  idempotency: search("Idempotency key", 128),
  ...period,
};

export type RequestFilter = FilterValues<typeof requestFilter>;
