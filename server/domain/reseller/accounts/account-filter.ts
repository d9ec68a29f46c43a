import { choice, type FilterValues, search } from "#server/kernel/list-filter.ts";

export const accountFilter = {
  /** A part of the code, the company's name or its address. */
  search: search("Company, code or e-mail", 100),
  shown: choice("Status", "All accounts", ["active", "closed", "hold"], {
    active: "Active",
    closed: "Closed",
    hold: "Credit on hold",
  }),
};

export type AccountFilter = FilterValues<typeof accountFilter>;
