"use client";
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
  const box =
    "size-[18px] appearance-none rounded-[4px] border border-line-strong bg-raised checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-55";
  const mark = "pointer-events-none absolute inset-0 m-auto size-3.5 text-accent-ink";
  return (
    <label className="flex min-h-11 items-start gap-2.5 py-2.5 text-[13px] sm:min-h-0 sm:py-1">
      <span className="relative mt-px grid size-[18px] shrink-0">
        <input
          type="checkbox"
          ref={(input) => {
            if (input) input.indeterminate = some;
          }}
          checked={checked}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
          className={box}
        />
        {some ? <Minus className={mark} aria-hidden /> : checked && <Check className={mark} aria-hidden />}
      </span>
      <span className="min-w-0">{children}</span>
    </label>
  );
}
