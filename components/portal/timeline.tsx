import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Tone } from "#components/ui/badge.tsx";
import { cn } from "#components/ui/cn.ts";
import { Time } from "#components/ui/time.tsx";
import { LinkedText } from "./linked-text.tsx";

export type TimelineItem = {
  key: string;
  at: Date;
  icon: LucideIcon;
  tone: Tone;
  title: ReactNode;
  detail?: ReactNode;
};

const TONES: Record<Tone, string> = {
  good: "text-good",
  wait: "text-wait",
  bad: "text-bad",
  final: "text-ink-soft",
  neutral: "text-ink-soft",
};

/** Records that words name are doors. */
const linked = (words: ReactNode) => (typeof words === "string" ? <LinkedText text={words} /> : words);

/** What happened, in order; kinds are told apart by their icon and their words. */
export function Timeline({ items, label }: { items: TimelineItem[]; label: string }) {
  return (
    <ol aria-label={label} className="grid">
      {items.map(({ key, at, icon: Icon, tone, title, detail }) => (
        <li
          key={key}
          className="relative grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 pb-4 text-[13px] not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 not-last:before:left-[9.5px] not-last:before:w-px not-last:before:bg-line last:pb-0"
        >
          <Icon className={cn("mt-0.5 size-5 bg-raised p-0.5", TONES[tone])} aria-hidden />
          <div className="min-w-0">
            <p className="break-words font-medium">{linked(title)}</p>
            {detail && <div className="mt-0.5 break-words text-ink-soft text-xs">{linked(detail)}</div>}
          </div>
          <span className="text-ink-soft text-xs leading-5">
            <Time at={at} exact />
          </span>
        </li>
      ))}
    </ol>
  );
}
