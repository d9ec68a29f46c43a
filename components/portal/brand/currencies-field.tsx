"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import type { BrandFields } from "./brand-fields.ts";

type Rounding = Exclude<BrandFields["currency_rounding"], "">;
type Prices = Outputs["brand"]["shownPrices"];

type CurrenciesFieldProps = {
  /** Codes with commas between them. */
  value: string;
  onChange(value: string): void;
  rounding: Rounding;
  onRounding(value: string): void;
  error?: string;
};

const ROUNDINGS: { value: Rounding; label: string }[] = [
  { value: "exact", label: "To the nearest cent" },
  { value: "0.05", label: "Up to the next .x0 or .x5" },
  { value: "0.10", label: "Up to the next .x0" },
  { value: ".99", label: "Up to the next .99" },
  { value: ".00", label: "Up to the next whole amount" },
];

const names = new Intl.DisplayNames(["en"], { type: "currency" });

/** Which currencies travellers can choose from, how amounts in them are rounded, and what that makes of three prices of the shop. */
export function CurrenciesField({ value, onChange, rounding, onRounding, error }: CurrenciesFieldProps) {
  const query = useQuery(useApi().brand.shownPrices.queryOptions({ rounding }, { placeholderData: keepPreviousData }));
  const chosen = value.split(",").filter(Boolean);
  return (
    <QueryState query={query}>
      {(prices) => (
        <div className="grid gap-5">
          <fieldset>
            <legend className="mb-1 font-medium text-[13px]">Shown beside {prices.currency}</legend>
            <div className="grid gap-x-4 sm:grid-cols-2">
              {prices.shown.map(({ currency }) => (
                <Checkbox
                  key={currency}
                  checked={chosen.includes(currency)}
                  disabled={!chosen.includes(currency) && chosen.length >= prices.most}
                  onChange={(checked) =>
                    onChange((checked ? [...chosen, currency] : chosen.filter((one) => one !== currency)).join(","))
                  }
                >
                  {currency} <span className="text-ink-soft">{names.of(currency)}</span>
                </Checkbox>
              ))}
            </div>
            <p className="mt-1 text-ink-soft text-xs">
              Up to {prices.most}. One without a current exchange rate is not offered until there is one again.
            </p>
          </fieldset>
          <Field label="Rounding" help="Of what is shown. What is charged is never rounded by it." error={error}>
            <Select value={rounding} options={ROUNDINGS} onChange={onRounding} />
          </Field>
          <Examples prices={prices} chosen={chosen} />
        </div>
      )}
    </QueryState>
  );
}

function Examples({ prices: { currency, charged, shown }, chosen }: { prices: Prices; chosen: string[] }) {
  if (charged.length === 0)
    return <p className="text-[13px] text-ink-soft">Nothing is on sale, so there is no price to show as an example.</p>;
  if (chosen.length === 0)
    return <p className="text-[13px] text-ink-soft">Without a currency here, travellers see {currency} alone.</p>;
  const columns: Column<Prices["shown"][number]>[] = [
    { header: "Currency", main: true, cell: (row) => row.currency },
    ...charged.map((price, i) => ({
      header: price,
      align: "end" as const,
      cell: ({ prices }: Prices["shown"][number]) =>
        prices ? `about ${prices[i]}` : i === 0 ? <span className="text-ink-soft">no current rate</span> : "",
    })),
  ];
  return (
    <Table
      label="Your cheapest price, one in the middle and your dearest, as travellers would see them"
      columns={columns}
      rows={chosen.flatMap((code) => shown.find((row) => row.currency === code) ?? [])}
      keyOf={(row) => row.currency}
    />
  );
}
