import type { EsimView } from "#server/storefront/index.ts";
import { Arrow } from "./arrow.tsx";
import { inOnePiece } from "./in-one-piece.ts";
import { PhaseBadge } from "./phase-badge.tsx";
import type { Translate } from "./translate.ts";

type EsimCardProps = { esim: EsimView; href: string; t: Translate };

/** An eSIM in a list: which one it is, how it stands, and the way to it. */
export function EsimCard({ esim, href, t }: EsimCardProps) {
  const { usage, phase, daysLeft } = esim;
  const left = phase === "active" && !usage.unlimited ? `${usage.left} ${t("left")}` : null;
  return (
    <a
      href={href}
      className="grid gap-2 rounded-2xl border border-line bg-raised p-5 transition-colors duration-150 hover:border-brand-text"
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold text-lg">{inOnePiece(esim.title)}</span>
        <PhaseBadge phase={phase} t={t} />
      </span>
      <span className="text-[15px] text-ink-soft">
        {[t("esimNumber", { number: esim.number }), left, daysLeft && phase === "active" ? daysLeft.text : null]
          .filter(Boolean)
          .join(" · ")}
      </span>
      <span className="font-semibold text-brand-text">
        {t(phase === "ready" && esim.install ? "installNow" : "open")} <Arrow />
      </span>
    </a>
  );
}
