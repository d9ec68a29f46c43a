import { Ban, CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from "lucide-react";
import { cn } from "./cn.ts";

export type Tone = "good" | "wait" | "bad" | "final" | "neutral";

const TONES: Record<Tone, { looks: string; icon: LucideIcon }> = {
  good: { looks: "bg-good-soft text-good", icon: CircleCheck },
  wait: { looks: "bg-wait-soft text-wait", icon: Clock },
  bad: { looks: "bg-bad-soft text-bad", icon: CircleX },
  final: { looks: "bg-sunken text-ink-soft", icon: Ban },
  neutral: { looks: "bg-sunken text-ink-soft", icon: CircleDashed },
};

type BadgeProps = { tone: Tone; icon?: LucideIcon | undefined; children: string };

/** A status: always an icon and a word, the colour only helps. */
export function Badge({ tone, icon, children }: BadgeProps) {
  const { looks, icon: Icon } = { ...TONES[tone], ...(icon && { icon }) };
  return (
    <span
      className={cn(
        "inline-flex h-[22px] items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-xs",
        looks,
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden />
      {children}
    </span>
  );
}
