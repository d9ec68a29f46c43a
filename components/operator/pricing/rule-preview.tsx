import { useEffect, useRef } from "react";
import { counted } from "#components/ui/counted.ts";
import { Decimal } from "#components/ui/decimal.tsx";
import { Money } from "#components/ui/money.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Preview = Outputs["operator"]["pricing"]["preview"];

/** What a rule would do: to whom, and on some packages of the whole range. */
export function RulePreview({ preview }: { preview: Preview }) {
  const { changed, atCost, currency, samples, accounts, more } = preview;
  const shown = useRef<HTMLDivElement>(null);
  // On a phone it begins below what can be seen.
  useEffect(() => shown.current?.scrollIntoView({ block: "start" }), []);
  if (changed === 0)
    return (
      <p role="status" className="rounded-md bg-sunken px-3 py-2 text-[13px]">
        No price would change: more specific rules apply, or they set the same price.
      </p>
    );
  return (
    <div ref={shown} role="status" className="grid gap-2">
      <p className="text-[13px]">
        {counted(changed, "package")} {changed === 1 ? "changes" : "change"} in price.{" "}
        {atCost > 0 && (
          <strong className="font-semibold text-wait">
            {counted(atCost, "package")} would be sold for what {atCost === 1 ? "it costs" : "they cost"}: nothing is
            earned.
          </strong>
        )}
      </p>
      {accounts.length > 0 && <Touched accounts={accounts} more={more} />}
      <h3 className="mt-2 font-semibold text-[13px]">Such as</h3>
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

/** Whose prices move, and how far. */
function Touched({ accounts, more }: Pick<Preview, "accounts" | "more">) {
  return (
    <>
      <h3 className="font-semibold text-[13px]">Whose prices</h3>
      <Table
        label="Accounts whose prices change"
        rows={accounts}
        keyOf={({ code }) => code ?? "all"}
        columns={[
          {
            header: "Account",
            main: true,
            cell: ({ code, companyName, count }) => (
              <span className="break-words">
                {code ? companyName : `${counted(count, "account")} without own rules`}
              </span>
            ),
          },
          { header: "Packages", align: "end", cell: ({ changed }) => changed },
          { header: "Up by more than 10 %", align: "end", cell: ({ risen }) => risen },
          { header: "Down by more than 10 %", align: "end", cell: ({ fallen }) => fallen },
          {
            header: "Mean",
            align: "end",
            phone: "beside",
            cell: ({ meanPercent }) => <Decimal value={meanPercent} places={1} signed unit="%" />,
          },
        ]}
      />
      {more > 0 && <p className="text-[13px] text-ink-soft">And {counted(more, "more account")}.</p>}
    </>
  );
}
