"use client";
import { Count } from "#components/ui/count.tsx";
import { counted } from "#components/ui/counted.ts";
import { Decimal } from "#components/ui/decimal.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Margins = Outputs["storefront"]["previewRetailRule"]["margins"];
type Example = Margins["examples"][number];

/** `23.1 to 30.8 %`, of the retail price. */
export function MarginRange({ margins: { losses, lowestPercent, highestPercent } }: { margins: Margins }) {
  if (!lowestPercent || !highestPercent) return <span className="text-ink-soft">no package</span>;
  const range = (
    <>
      {lowestPercent !== highestPercent && (
        <>
          <Decimal value={lowestPercent} places={1} /> to{" "}
        </>
      )}
      <Decimal value={highestPercent} places={1} unit="%" />
    </>
  );
  return losses > 0 ? <b className="font-semibold text-bad">{range}, a loss</b> : range;
}

const columns = (currency: string): Column<Example>[] => [
  { header: "Package", main: true, cell: ({ name }) => <span className="break-words">{name}</span> },
  {
    header: "Your price",
    align: "end",
    amount: ({ cost }) => cost,
    cell: ({ cost }) => <Money amount={cost} currency={currency} />,
  },
  {
    header: "Travellers pay",
    align: "end",
    phone: "beside",
    amount: ({ price }) => price,
    cell: ({ price }) => <Money amount={price} currency={currency} />,
  },
  {
    header: "Margin",
    align: "end",
    amount: ({ margin }) => margin,
    cell: ({ margin }) => <Money amount={margin} currency={currency} />,
  },
];

/** What it comes to, package by package, before anything is changed. */
export function MarginExamples({ margins, currency }: { margins: Margins; currency: string }) {
  const locale = useLocale();
  if (margins.packages === 0)
    return (
      <p className="text-[13px] text-ink-soft">
        It would decide no price: every package it is for has a rule of its own, or none is on sale.
      </p>
    );
  return (
    <div className="grid gap-3">
      <p role="status" className="text-[13px]">
        {margins.packages === 1 ? "One package" : counted(margins.packages, "package", locale)}, margin{" "}
        <MarginRange margins={margins} />
        {margins.losses > 0 && (
          <>
            : <Count n={margins.losses} /> would be sold below what they cost you
          </>
        )}
        .
      </p>
      <Table
        label="Examples"
        columns={columns(currency)}
        rows={margins.examples}
        keyOf={({ packageId }) => packageId}
      />
    </div>
  );
}
