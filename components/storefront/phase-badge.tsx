import type { EsimView } from "#server/storefront/index.ts";
import { CheckIcon, ClockIcon, WarnIcon } from "./icons.tsx";
import type { Translate } from "./translate.ts";

const LOOKS = {
  ready: { color: "text-wait", Icon: ClockIcon },
  installed: { color: "text-good", Icon: CheckIcon },
  active: { color: "text-good", Icon: CheckIcon },
  exhausted: { color: "text-bad", Icon: WarnIcon },
  paused: { color: "text-wait", Icon: WarnIcon },
  cancelled: { color: "text-bad", Icon: WarnIcon },
  replaced: { color: "text-ink-soft", Icon: CheckIcon },
  ended: { color: "text-ink-soft", Icon: ClockIcon },
} as const;

/** A state: an icon and a word, the colour only helps. */
export function PhaseBadge({ phase, t }: { phase: EsimView["phase"]; t: Translate }) {
  const { color, Icon } = LOOKS[phase];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium text-[15px] ${color}`}>
      <Icon className="size-4.5" />
      {t(`phase_${phase}`)}
    </span>
  );
}
