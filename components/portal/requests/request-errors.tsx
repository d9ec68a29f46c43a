"use client";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { requestFilter } from "#server/domain/reseller/request-log/request-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import type { ListSearch } from "../use-list-search.ts";
import { ErrorCode } from "./error-code.tsx";

type Errors = Outputs["requests"]["errors"][number];

const columns = (show: (errors: Errors) => void): Column<Errors>[] => [
  { header: "Error", main: true, cell: ({ code }) => <ErrorCode code={code} /> },
  {
    header: "Operation",
    cell: ({ operation }) => <span className="font-mono text-xs">{operation ?? "–"}</span>,
  },
  { header: "Requests", align: "end", cell: ({ requests }) => <Count n={requests} /> },
  { header: "Last", cell: ({ lastAt }) => <Time at={lastAt} /> },
  {
    header: "Show",
    quiet: true,
    align: "end",
    cell: (errors) => (
      <Button
        variant="quiet"
        size="small"
        aria-label={`Show ${errors.code}, ${errors.operation ?? "no operation"}`}
        onClick={() => show(errors)}
      >
        Show
      </Button>
    ),
  },
];

/** What was refused in the list's period, by code and operation; nothing when all went well. */
export function RequestErrors({ list }: { list: ListSearch<typeof requestFilter> }) {
  const { from, to } = list.texts;
  const { data: errors = [] } = useQuery(useApi().requests.errors.queryOptions({ from, to }));
  if (errors.length === 0) return null;
  const show = ({ code, operation }: Errors) => list.set({ code, operation });
  return (
    <section aria-labelledby="request-errors" className="grid gap-2 *:min-w-0 max-sm:order-last">
      <h2 id="request-errors" className="font-semibold text-sm">
        Errors {from || to ? "in this period" : "in the last 24 hours"}
      </h2>
      <Table
        label="Errors by code and operation"
        columns={columns(show)}
        rows={errors}
        keyOf={({ code, operation }) => `${code} ${operation}`}
      />
    </section>
  );
}
