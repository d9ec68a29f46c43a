import type { PlanView } from "#server/storefront/index.ts";
import { Price, perGbText } from "./price.tsx";
import type { Translate } from "./translate.ts";

type PlanCardProps = {
  plan: PlanView;
  start: string;
  t: Translate;
  /** Among plans of several places. */
  withPlace?: boolean;
  /** Why to look at this one first. */
  badge?: string | null;
};

/** One clear price, what it buys, and what that is per gigabyte. */
export function PlanCard({ plan, start, t, withPlace, badge }: PlanCardProps) {
  const facts = [
    plan.type === "local" ? null : t("countries", { count: plan.coverage.length }),
    plan.speed,
    plan.topup ? t("topupYes") : null,
  ].filter(Boolean);
  return (
    <a
      href={`${start}/package/${plan.id}`}
      className="grid h-full grid-cols-[1fr_auto] content-start items-center gap-x-4 gap-y-1 rounded-2xl border border-line bg-raised p-5 transition-colors duration-150 hover:border-brand-text"
    >
      {badge && (
        <span className="col-span-2 justify-self-start rounded-full bg-brand-soft px-3 py-0.5 font-medium text-brand-soft-ink text-sm">
          {badge}
        </span>
      )}
      <span className="font-semibold text-xl">{plan.data}</span>
      <span className="text-end font-semibold text-xl tabular-nums">
        <Price price={plan.price} t={t} />
      </span>
      <span className="text-ink-soft">
        {plan.type === "local" && !withPlace ? plan.days : `${plan.place} · ${plan.days}`}
      </span>
      <span className="text-end text-[15px] text-ink-soft tabular-nums">{plan.perGb && perGbText(plan.perGb, t)}</span>
      <span className="col-span-2 text-[15px] text-ink-soft">{facts.join(" · ")}</span>
    </a>
  );
}
