import { FIGURES_BY, sumConversion } from "#server/domain/shop/sales/index.ts";
import { period } from "#server/kernel/list-filter.ts";
import { filterInput } from "#server/trpc/filters.ts";
import type { Report } from "./report.ts";

const STEPS = ["visits", "plans", "checkouts", "paid", "delivered", "installed"] as const;

/** The funnel of a shop, by what its page shows it by. What is not known of who has no code yet is left empty. */
export const conversionReport: Report = {
  header: ["by", ...STEPS],
  async *rows(ctx, query) {
    const by = FIGURES_BY.find((known) => known === query.by) ?? "day";
    const { lines } = await sumConversion(ctx, by, filterInput(period).parse(query));
    const isKnown = (step: (typeof STEPS)[number]) => by !== "code" || !(step === "visits" || step === "plans");
    for (const line of lines) yield [line.key, ...STEPS.map((step) => (isKnown(step) ? line[step] : ""))];
  },
};
