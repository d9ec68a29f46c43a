"use client";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useInSight } from "./use-in-sight.ts";

type TabsProps<T extends string> = {
  label: string;
  value: T;
  onChange(value: T): void;
  tabs: { value: T; label: string; content: ReactNode }[];
};

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Views of one thing; which one is open belongs into the address. Arrows move among them, Enter opens. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  const id = useId();
  const strip = useRef<HTMLDivElement>(null);
  useInSight(strip, "[aria-selected=true]", value);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
    const to = STEPS[event.key]?.(all.indexOf(event.target as HTMLElement), all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return (
    <div>
      <div
        ref={strip}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="relative flex gap-1 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="-mb-px h-11 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-[13px] text-ink-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink sm:h-9"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable with the keyboard.
        tabIndex={0}
        className="pt-6 outline-offset-4"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  );
}
