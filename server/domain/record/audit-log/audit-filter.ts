import { type FilterValues, openChoice, period, search } from "#server/kernel/list-filter.ts";

export const auditFilter = {
  /** A part of who did it or to what; of the whole platform how either begins. */
  search: search("Person or record", 100),
  /** The noun of the act: `key`, `member` … */
  area: openChoice("Area", "Everything", /^[a-z_]{1,40}$/),
  ...period,
};

export type AuditFilter = FilterValues<typeof auditFilter>;
