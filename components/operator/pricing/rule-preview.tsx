import { Money } from "#components/ui/money.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

/** What a rule would do, on some packages of the whole range. */
export function RulePreview({ preview }: { preview: Outputs["operator"]["pricing"]["preview"] }) {
  const { changed, currency, samples } = preview;
  if (changed === 0)
    return (
      <p role="status" className="rounded-md bg-sunken px-3 py-2 text-[13px]">
        No price would change: more specific rules apply, or they set the same price.
      </p>
    );
  return (
    <div role="status" className="grid gap-2">
      <p className="text-[13px]">
        {changed} {changed === 1 ? "package changes" : "packages change"} in price, such as:
      </p>
      <Table
        label="Sample prices"
        rows={samples}
        keyOf={({ packageId }) => packageId}
        columns={[
          { header: "Package", main: true, cell: ({ name }) => <span className="break-words">{name}</span> },
          {
            header: "Cost",
            align: "end",
            amount: ({ costUsd }) => costUsd,
            cell: ({ costUsd }) => <Money amount={costUsd} currency="USD" />,
          },
          {
            header: "Now",
            align: "end",
            amount: ({ before }) => before,
            cell: ({ before }) => <Money amount={before} currency={currency} />,
          },
          {
            header: "Then",
            align: "end",
            phone: "beside",
            amount: ({ after }) => after,
            cell: ({ after }) => <Money amount={after} currency={currency} />,
          },
        ]}
      />
    </div>
  );
}
