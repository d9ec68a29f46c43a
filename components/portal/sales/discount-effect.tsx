"use client";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Effect = Outputs["discounts"]["preview"];
type Example = Effect["examples"][number];

const columns = (currency: string): Column<Example>[] => {
  const amount = (header: string, of: (plan: Example) => string): Column<Example> => ({
    header,
    align: "end",
    amount: of,
    cell: (plan) => <Money amount={of(plan)} currency={currency} />,
  });
  return [
    { header: "Package", main: true, cell: ({ name }) => <span className="break-words">{name}</span> },
    amount("Your price", ({ cost }) => cost),
    amount("Travellers pay", ({ price }) => price),
    amount("Margin", ({ margin }) => margin),
  ];
};

/** How many plans a code would be for, and those that it sells at a loss. */
export function DiscountEffect({ effect: { plans, unusable, losses, examples, currency } }: { effect: Effect }) {
  const locale = useLocale();
  const many = (count: number) => (count === 1 ? "one plan" : counted(count, "plan", locale));
  return (
    <div className="grid gap-3">
      <p role="status" className="text-[13px]">
        {plans === 0 ? "None of your plans on sale is among those chosen." : `For ${many(plans)} on sale. `}
        {unusable > 0 && `At ${many(unusable)} nothing would be left to pay for one: it takes nothing off there. `}
        {plans > 0 &&
          (losses > 0 ? (
            <b className="font-semibold text-bad">Sells below cost at {many(losses)}.</b>
          ) : (
            "No plan is sold below what it costs you."
          ))}
      </p>
      {examples.length > 0 && (
        <Table
          label="The largest losses"
          columns={columns(currency)}
          rows={examples}
          keyOf={({ packageId }) => packageId}
        />
      )}
    </div>
  );
}
