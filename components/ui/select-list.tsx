"use client";
import { Select as Base } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { type SelectProps, TriggerIcon, triggerLooks } from "./select-trigger.tsx";

type SelectListProps<T extends string> = SelectProps<T> & { naming: object };

/** A select that was just asked for, its list open. */
export function SelectList<T extends string>({ options, value, onChange, className, naming }: SelectListProps<T>) {
  return (
    <Base.Root items={[...options]} value={value} onValueChange={(chosen) => onChange(chosen as T)} defaultOpen>
      <Base.Trigger {...naming} className={triggerLooks(className)}>
        <Base.Value className="truncate" />
        <TriggerIcon />
      </Base.Trigger>
      <Base.Portal role="region" aria-label="Choices">
        <Base.Positioner className="z-50 outline-hidden" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                className="grid cursor-default grid-cols-[1rem_1fr] items-start gap-x-2 rounded-md px-2 py-2.5 text-[13px] outline-hidden data-highlighted:bg-sunken sm:py-1.5"
              >
                <Base.ItemIndicator className="col-start-1 row-start-1 pt-0.5">
                  <Check className="size-3.5 text-accent" aria-hidden />
                </Base.ItemIndicator>
                <Base.ItemText className="col-start-2 row-start-1">{option.label}</Base.ItemText>
                {option.hint && <span className="col-start-2 max-w-72 text-ink-soft text-xs">{option.hint}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
