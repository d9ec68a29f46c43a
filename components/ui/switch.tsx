"use client";
import { Switch as Base } from "@base-ui/react/switch";
import type { ReactNode } from "react";

type SwitchProps = { checked: boolean; onChange(checked: boolean): void; children: ReactNode; help?: ReactNode };

/** For what is in force at once or with the form around it; the words say what being on means. */
export function Switch({ checked, onChange, children, help }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the primitive inside.
    <label className="flex min-h-11 items-start justify-between gap-4 py-2 sm:min-h-0 sm:py-1">
      <span>
        <span className="font-medium text-[13px]">{children}</span>
        {help && <span className="block text-ink-soft text-xs">{help}</span>}
      </span>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        className="relative mt-0.5 h-6 w-10 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors duration-150 data-checked:border-accent data-checked:bg-accent"
      >
        <Base.Thumb className="absolute top-[3px] left-[3px] size-4 rounded-full bg-line-strong transition-transform duration-150 data-checked:translate-x-4 data-checked:bg-accent-ink" />
      </Base.Root>
    </label>
  );
}
