"use client";
import { useQueryState } from "nuqs";
import { type Column, type ColumnSort, Table, type TableProps } from "#components/ui/table.tsx";
import { nameOf } from "./columns-of.ts";
import { type SortValue, sortRows } from "./sort-rows.ts";

/** A list that is shown whole, sorted by any column that says what `by`. The address says it: `order=revenue`, `order=-revenue` from the other end. */
export function SortedTable<Row>({ columns, rows, ...table }: TableProps<Row>) {
  const [order, setOrder] = useQueryState("order", { history: "push" });
  const isReversed = order?.startsWith("-") ?? false;
  const sorting = columns.find((column) => column.by && nameOf(column) === order?.replace(/^-/, ""));
  const sortOf = (column: Column<Row>): ColumnSort => {
    const first = firstDirection(rows.map(column.by!));
    const isActive = column === sorting;
    return {
      direction: isActive && isReversed ? OTHER[first] : first,
      isActive,
      choose: () => void setOrder(isActive && !isReversed ? `-${nameOf(column)}` : nameOf(column)),
    };
  };
  return (
    <Table
      columns={columns.map((column) => (column.by ? { ...column, sort: sortOf(column) } : column))}
      rows={sorting ? sortRows(rows, sorting.by!, sortOf(sorting).direction) : rows}
      {...table}
    />
  );
}

const OTHER = { ascending: "descending", descending: "ascending" } as const;

/** Names from A, but what is most or newest first. */
const firstDirection = (values: SortValue[]): ColumnSort["direction"] =>
  values.some((value) => typeof value === "string") ? "ascending" : "descending";
