"use client";
import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";

type CheckboxProps = {
  checked: boolean;
  /** Some of what it stands for is chosen. */
  some?: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
};

/** The words belong to it: a click on them counts. */
export function Checkbox({ checked, some = false, disabled = false, onChange, children }: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the primitive inside.
    <label className="flex min-h-11 items-start gap-2.5 py-2.5 text-[13px] sm:min-h-0 sm:py-1">
      <Base.Root
        checked={checked}
        indeterminate={some}
        disabled={disabled}
        onCheckedChange={onChange}
        className="mt-px grid size-[18px] shrink-0 place-items-center rounded-[4px] border border-line-strong bg-raised data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55 data-indeterminate:border-accent data-indeterminate:bg-accent"
      >
        <Base.Indicator className="text-accent-ink data-unchecked:hidden">
          {some ? <Minus className="size-3.5" aria-hidden /> : <Check className="size-3.5" aria-hidden />}
        </Base.Indicator>
      </Base.Root>
      <span className="min-w-0">{children}</span>
    </label>
  );
}
