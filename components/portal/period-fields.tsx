"use client";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";

type Period = { from: string | null; to: string | null };

/** From one day to another, UTC, both included. */
export function PeriodFields({ from, to, onChange }: Period & { onChange(period: Partial<Period>): void }) {
  return (
    <>
      {(
        [
          ["from", "From", from],
          ["to", "To", to],
        ] as const
      ).map(([name, label, value]) => (
        <label key={name} className="grid gap-1 font-medium text-xs">
          {label}
          <input
            type="date"
            value={value ?? ""}
            onChange={(event) => onChange({ [name]: event.target.value || null })}
            className={cn(controlLooks, "font-normal sm:w-36")}
          />
        </label>
      ))}
    </>
  );
}
