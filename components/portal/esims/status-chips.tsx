"use client";
import { Check } from "lucide-react";
import { cn } from "#components/ui/cn.ts";
import { esimFilter } from "#server/domain/selling/esims/esim-filter.ts";
import { ESIM_STATES, type EsimStatus } from "./esim-status.tsx";

type StatusChipsProps = { value: string | undefined; onChange(status: EsimStatus | null): void };

/** One state at a time, pressed again to show all. */
export function StatusChips({ value, onChange }: StatusChipsProps) {
  return (
    <fieldset aria-label="Status" className="-mx-1 flex min-w-0 gap-1.5 overflow-x-auto p-1 max-sm:hidden">
      {esimFilter.status.values.map((status) => {
        const pressed = value === status;
        return (
          <button
            key={status}
            type="button"
            aria-pressed={pressed}
            title={ESIM_STATES[status].meaning}
            onClick={() => onChange(pressed ? null : status)}
            className={cn(
              "inline-flex h-7 shrink-0 items-center gap-1 rounded-full border px-2.5 text-xs",
              pressed
                ? "border-accent bg-accent-soft font-medium text-accent"
                : "border-line bg-raised text-ink-soft hover:border-line-strong hover:text-ink",
            )}
          >
            {pressed && <Check className="size-3.5" aria-hidden />}
            {ESIM_STATES[status].label}
          </button>
        );
      })}
    </fieldset>
  );
}
