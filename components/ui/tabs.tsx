"use client";
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type TabsProps<T extends string> = {
  label: string;
  value: T;
  onChange(value: T): void;
  tabs: { value: T; label: string; content: ReactNode }[];
};

/** Views of one thing; which one is open belongs into the address. */
export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(chosen) => onChange(chosen as T)}>
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b" activateOnFocus={false}>
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-11 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-[13px] text-ink-soft hover:text-ink data-active:border-accent data-active:text-ink sm:h-9"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-6 outline-offset-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
