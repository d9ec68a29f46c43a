import type { EsimView } from "#server/storefront/index.ts";
import type { Translate } from "./translate.ts";

const RADIUS = 52;
const AROUND = 2 * Math.PI * RADIUS;

type UsageProps = { esim: Omit<EsimView, "install">; t: Translate };

/** What is left, as a ring and in words, with the age of the figures. */
export function Usage({ esim, t }: UsageProps) {
  const { usage, daysLeft, endsAt, age, network, phase } = esim;
  const started = phase !== "ready" && phase !== "installed";
  const facts: [string, string][] = [
    [t("used"), `${usage.used}${usage.unlimited ? "" : ` / ${usage.total}`}`],
    [t("daysLeft"), daysLeft?.text ?? t("notStarted")],
    ...(endsAt ? ([[t("endsAt"), endsAt]] as [string, string][]) : []),
    ...(network ? ([[t("network"), network]] as [string, string][]) : []),
  ];
  return (
    <div className="grid items-center gap-6 sm:grid-cols-[auto_1fr]">
      <Ring
        percent={usage.unlimited ? 0 : 100 - usage.percent}
        label={usage.unlimited ? t("unlimited") : usage.left}
        note={usage.unlimited ? t("data") : t("left")}
      />
      <div className="grid gap-3">
        <dl className="grid gap-2">
          {facts.map(([name, value]) => (
            <div key={name} className="flex items-baseline justify-between gap-4 border-line border-b pb-2">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="text-end font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-[15px] text-ink-soft">
          {age && t("age", { age })} {started ? t("ageNote") : t("zeroNote")}
        </p>
      </div>
    </div>
  );
}

function Ring({ percent, label, note }: { percent: number; label: string; note: string }) {
  return (
    <div className="relative mx-auto size-44">
      <svg viewBox="0 0 120 120" aria-hidden="true" className="size-full -rotate-90">
        <circle cx="60" cy="60" r={RADIUS} fill="none" strokeWidth="12" className="stroke-sunken" />
        <circle
          cx="60"
          cy="60"
          r={RADIUS}
          fill="none"
          strokeWidth="12"
          strokeLinecap="round"
          strokeDasharray={`${(AROUND * percent) / 100} ${AROUND}`}
          className={percent > 0 ? "stroke-brand-text" : "stroke-none"}
        />
      </svg>
      <p className="absolute inset-0 grid place-content-center justify-items-center text-center">
        <span className="block font-semibold text-2xl tabular-nums">{label}</span>
        <span className="block max-w-28 text-balance text-[15px] text-ink-soft leading-tight">{note}</span>
      </p>
    </div>
  );
}
