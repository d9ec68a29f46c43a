"use client";
import { X } from "lucide-react";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";

type RateTableProps = {
  /** Percent by country. */
  rates: Record<string, string>;
  countries: { code: string; name: string }[];
  errorOf(field: string): string | undefined;
  onChange(rates: Record<string, string>): void;
};

/** A rate for each country, by its name; more can be added, and those where nothing is charged taken out. */
export function RateTable({ rates, countries, errorOf, onChange }: RateTableProps) {
  const listed = countries.filter(({ code }) => code in rates);
  const drop = (code: string) => onChange(Object.fromEntries(Object.entries(rates).filter(([one]) => one !== code)));
  return (
    <div className="grid gap-3">
      <ul aria-label="VAT rates in percent" className="grid gap-x-6 gap-y-1.5 *:min-w-0 sm:grid-cols-2 xl:grid-cols-3">
        {listed.map(({ code, name }) => (
          <li key={code} className="grid gap-1">
            <div className="flex items-center gap-2">
              <label htmlFor={`rate-${code}`} className="min-w-0 flex-1 truncate text-[13px]" title={name}>
                {name}
              </label>
              <Input
                id={`rate-${code}`}
                inputMode="decimal"
                autoComplete="off"
                value={rates[code]}
                maxLength={6}
                aria-invalid={errorOf(`rates.${code}`) ? true : undefined}
                className="w-20 text-right tabular-nums"
                onChange={({ target }) => onChange({ ...rates, [code]: target.value })}
              />
              <span className="text-[13px] text-ink-soft">%</span>
              <button
                type="button"
                aria-label={`No VAT in ${name}`}
                onClick={() => drop(code)}
                className="grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink disabled:hidden sm:size-8"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            </div>
            {errorOf(`rates.${code}`) && <p className="text-bad text-xs">{errorOf(`rates.${code}`)}</p>}
          </li>
        ))}
      </ul>
      <Field label="Add a country" className="sm:max-w-xs">
        <Select
          options={[
            { value: "", label: "Choose …" },
            ...countries.filter(({ code }) => !(code in rates)).map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value=""
          onChange={(code) => code && onChange({ ...rates, [code]: "" })}
        />
      </Field>
    </div>
  );
}
