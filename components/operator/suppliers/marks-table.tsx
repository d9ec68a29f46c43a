import { Money } from "#components/ui/money.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { seconds, share } from "./supplier-table.tsx";

type Mark = Outputs["operator"]["suppliers"]["get"]["marks"][number];

const names = new Intl.DisplayNames("en", { type: "region" });
const nameOf = (place: string) => (/^[A-Z]{2}$/.test(place) ? (names.of(place) ?? place) : place);

/** How a supplier did, place by place. */
export function MarksTable({ marks }: { marks: Mark[] }) {
  return (
    <Table
      label="Orders by destination"
      rows={marks}
      keyOf={({ place }) => place}
      columns={[
        { header: "Destination", main: true, cell: ({ place }) => nameOf(place) },
        { header: "Ended", align: "end", cell: ({ parts }) => parts },
        { header: "Delivered", align: "end", cell: ({ successRate }) => share(successRate) },
        { header: "Median", align: "end", cell: ({ medianSeconds }) => seconds(medianSeconds) },
        { header: "95 % within", align: "end", cell: ({ p95Seconds }) => seconds(p95Seconds) },
        {
          header: "Cost per eSIM",
          align: "end",
          cell: ({ unitCostUsd }) => (unitCostUsd === null ? "–" : <Money amount={unitCostUsd} currency="USD" />),
        },
        { header: "Share of orders", align: "end", cell: (mark) => share(mark.share) },
      ]}
    />
  );
}
