import type { ReactNode } from "react";
import type { PlanView } from "#server/storefront/index.ts";
import { CalendarIcon, ClockIcon, DataIcon, GlobeIcon, HotspotIcon, PlusIcon, SignalIcon } from "./icons.tsx";
import type { Translate } from "./translate.ts";

/** What a plan is, in plain words. */
export function PlanFacts({ plan, t }: { plan: PlanView; t: Translate }) {
  const hotspot = plan.hotspot === null ? t("hotspotUnknown") : t(plan.hotspot ? "hotspotYes" : "hotspotNo");
  const facts: [ReactNode, string, ReactNode][] = [
    [<DataIcon key="i" />, t("data"), plan.data],
    [<CalendarIcon key="i" />, t("validity"), plan.days],
    [
      <ClockIcon key="i" />,
      t("starts"),
      t(plan.starts === "install" ? "startsInstall" : "startsConnection", { days: plan.installWithin }),
    ],
    [<SignalIcon key="i" />, t("network"), [plan.speed, plan.operators.join(", ")].filter(Boolean).join(" · ")],
    [<HotspotIcon key="i" />, t("hotspot"), hotspot],
    [<PlusIcon key="i" />, t("topup"), t(plan.topup ? "topupLong" : "topupNo")],
    [<GlobeIcon key="i" />, t("coverage"), <Coverage key="c" plan={plan} t={t} />],
  ];
  return (
    <dl className="grid gap-4">
      {facts.map(([icon, name, value]) => (
        <div key={name} className="grid grid-cols-[24px_1fr] gap-x-3">
          <dt className="col-span-2 grid grid-cols-subgrid items-center font-medium">
            <span className="text-brand-text">{icon}</span>
            {name}
          </dt>
          <dd className="col-start-2 text-ink-soft">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Coverage({ plan, t }: { plan: PlanView; t: Translate }) {
  const names = plan.coverage.map(({ name }) => name).join(", ");
  if (plan.coverage.length <= 6) return names;
  return (
    <details>
      <summary className="inline-flex min-h-6 items-center text-brand-text underline">
        {t("countries", { count: plan.coverage.length })}
      </summary>
      <span className="mt-1 block">{names}</span>
    </details>
  );
}
