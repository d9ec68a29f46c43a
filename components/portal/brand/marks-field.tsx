"use client";
import { Checkbox } from "#components/ui/checkbox.tsx";
import type { BrandRecord } from "./brand-fields.ts";

type MarksFieldProps = {
  marks: BrandRecord["marks"];
  /** Codes with commas between them. */
  value: string;
  onChange(value: string): void;
};

/** What travellers can pay with, as the shop says it; in the order in which we know them. */
export function MarksField({ marks, value, onChange }: MarksFieldProps) {
  const chosen = value.split(",");
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1 font-medium text-[13px]">Shown as ways to pay</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {marks.map(({ code, name }) => (
          <Checkbox
            key={code}
            checked={chosen.includes(code)}
            onChange={(checked) =>
              onChange(
                marks
                  .filter((mark) => (mark.code === code ? checked : chosen.includes(mark.code)))
                  .map((mark) => mark.code)
                  .join(","),
              )
            }
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <p className="text-ink-soft text-xs">
        Only what your payment provider really offers: these are words for travellers, and switch nothing on.
      </p>
    </fieldset>
  );
}
