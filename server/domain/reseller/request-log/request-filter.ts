import { choice, type FilterValues, openChoice, period, search } from "#server/kernel/list-filter.ts";

export const requestFilter = {
  /** The request id. */
  search: search("Request id", 60),
  /** `changing`: everything but GET. */
  kind: choice("Kind", "All requests", ["refused", "changing"], {
    refused: "Refused or failed",
    changing: "Changing (not GET)",
  }),
  /** `POST /orders` */
  operation: openChoice("Operation", "All operations", /^.{1,120}$/),
  code: openChoice("Error code", "All codes", /^\w{1,60}$/),
  /** The prefix of a key. */
  key: openChoice("Key", "All keys", /^\w{1,30}$/),
  ...period,
};

export type RequestFilter = FilterValues<typeof requestFilter>;
