import type { PlanView } from "#server/storefront/index.ts";
import { Choices } from "./choices.tsx";
import { PlanCard } from "./plan-card.tsx";
import { Section } from "./section.tsx";
import type { Translate } from "./translate.ts";

type PlanListProps = {
  /** What links on the page lead to. */
  id: string;
  title: string;
  plans: PlanView[];
  mostChosen: string | null;
  start: string;
  t: Translate;
};

/** Fewer are seen at a glance. */
const WORTH_SORTING = 4;

/** Plans by price; on request by data or by days, and only those with a fixed amount or without a limit. */
export function PlanList({ id, title, plans, mostChosen, start, t }: PlanListProps) {
  const byData = ranks(plans, (a, b) => b.gigabytes - a.gigabytes);
  const byDays = ranks(plans, (a, b) => b.durationDays - a.durationDays);
  const both = plans.some(({ unlimited }) => unlimited) && plans.some(({ unlimited }) => !unlimited);
  return (
    <Section title={title} id={id}>
      <div className="plans grid gap-4">
        {plans.length >= WORTH_SORTING && (
          <div className="flex flex-wrap gap-3">
            <Choices
              legend={t("sortBy")}
              choices={[
                ["by-price", t("sortPrice")],
                ["by-data", t("data")],
                ["by-days", t("sortDays")],
              ]}
            />
            {both && (
              <Choices
                legend={t("showOnly")}
                choices={[
                  ["all", t("showAll")],
                  ["fixed", t("showFixed")],
                  ["unlimited", t("unlimited")],
                ]}
              />
            )}
          </div>
        )}
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {plans.map((plan, i) => (
            <li
              key={plan.id}
              data-kind={plan.unlimited ? "unlimited" : "fixed"}
              style={{ "--by-data": byData[i], "--by-days": byDays[i] } as React.CSSProperties}
            >
              <PlanCard plan={plan} start={start} t={t} badge={plan.id === mostChosen ? t("mostChosen") : null} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** The place of each plan in another order; equal ones stay by price. */
function ranks(plans: PlanView[], compare: (a: PlanView, b: PlanView) => number): number[] {
  const sorted = plans.toSorted(compare);
  return plans.map((plan) => sorted.indexOf(plan));
}
