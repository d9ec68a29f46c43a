"use client";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";

type DayFieldProps = { label: string; value: string | null; onChange(day: string | null): void };

/** A day, UTC. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="grid gap-1 font-medium text-xs">
      {label}
      <input
        type="date"
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value || null)}
        className={cn(controlLooks, "font-normal sm:w-36")}
      />
    </label>
  );
}
