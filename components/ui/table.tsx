import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { commonPlaces } from "#server/kernel/amount-places.ts";
import { asCount } from "./as-count.tsx";
import { cn } from "./cn.ts";
import { AmountPlaces } from "./money.tsx";
import type { SelectCells } from "./select-cells.tsx";
import { TableRows } from "./table-rows.tsx";

export type Column<Row> = {
  header: string;
  cell(row: Row): ReactNode;
  align?: "end";
  /** The row's name: first of its first line on a phone. The first link of a row is where it leads. */
  main?: boolean;
  /** The amount in the cell: those of a column are written with the same number of places. */
  amount?(row: Row): string | null;
  /** Not on phones; the detail has it. */
  wideOnly?: boolean;
  /**
   * On a phone: at the end of the first line, on the second one, on that with its header before it, below those in full, or not at all.
   * By itself a column is on the second line, with its header when it is aligned at the end.
   */
  phone?: "beside" | "line" | "named" | "below" | "none";
  /** Of a row that has nothing here, whose phone's lines do without it. */
  lacks?(row: Row): boolean;
  /** A header only for screen readers, such as that of buttons. */
  quiet?: boolean;
  sort?: ColumnSort;
  /** What rows are sorted by, in a list that is shown whole. */
  by?(row: Row): string | number | Date | null;
  /** Shown when somebody chooses it. */
  optional?: boolean;
};

/** An order in which the whole list can be had. */
export type ColumnSort = { direction: "ascending" | "descending"; isActive: boolean; choose(): void };

export type TableProps<Row> = {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf(row: Row): string | number;
  /** Rows can be selected, to do something with them together. */
  selection?: SelectCells;
};

/** Rows of 40 px with a header that stays; on a phone rows of two lines. */
export function Table<Row>({ label, columns, rows, keyOf, selection }: TableProps<Row>) {
  const places = columns.map(({ amount }) => amount && commonPlaces(rows.map(amount)));
  const looks = looksOf(columns, selection?.onPhone ?? false);
  return (
    <section
      aria-label={`${label}: table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className={cn(
        "relative max-h-[calc(100dvh-8rem)] overflow-auto rounded-lg border border-line bg-raised max-sm:max-h-none print:max-h-none print:overflow-visible",
        // What gets the focus is not to end up below the bar.
        selection && "[&_td_:is(a,button,input)]:scroll-mb-24",
      )}
    >
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table that is laid out as lines loses its role. */}
      <table role="table" className="w-full border-collapse text-[13px] max-sm:block">
        <thead className="max-sm:sr-only">
          <tr role="row">
            {selection?.all(rows.length)}
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                aria-sort={column.sort?.isActive ? column.sort.direction : undefined}
                className={cn(
                  "sticky top-0 z-10 h-9 whitespace-nowrap border-line border-b bg-raised px-3 text-left font-medium text-ink-soft text-xs first:pl-4 last:pr-4",
                  column.wideOnly && "max-lg:hidden",
                  column.align && "text-right",
                )}
              >
                {column.quiet ? (
                  <span className="sr-only">{column.header}</span>
                ) : column.sort ? (
                  <SortButton header={column.header} sort={column.sort} />
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <TableRows className="max-sm:block">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={looks.row}>
              {selection?.one(String(keyOf(row)))}
              {columns.map((column, i) => (
                <td
                  key={column.header}
                  role="cell"
                  data-main={column.main || undefined}
                  data-label={placeOf(column) === "named" ? column.header : undefined}
                  className={cn(looks.cells[i], column.lacks?.(row) && "max-sm:hidden")}
                >
                  {places[i] ? (
                    <AmountPlaces places={places[i]}>{column.cell(row)}</AmountPlaces>
                  ) : (
                    asCount(column.cell(row))
                  )}
                </td>
              ))}
            </tr>
          ))}
        </TableRows>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  );
}

const placeOf = ({ phone, align, quiet, wideOnly }: Column<never>) =>
  wideOnly ? "none" : (phone ?? (align && !quiet ? "named" : "line"));

/** As many as fit on the second line: one as long as it is, one with the room that is left, one at the end. */
const FIT_A_LINE = 3;
const SPANS = ["", "max-sm:col-span-3", "max-sm:col-span-2", "max-sm:justify-self-end"];

/** The names of what table.css says, once for all rows. On a phone: two lines, the name and what stands beside it, then the rest, smaller. */
function looksOf(columns: Column<never>[], selects: boolean) {
  const places = columns.map((column) => (column.main ? "main" : placeOf(column)));
  const lines = columns.filter((_column, i) => places[i] === "line" || places[i] === "named");
  const hasBelow = places.includes("below");
  // Two amounts would be cut: they go on on a line of their own.
  const fits = !hasBelow && lines.length <= FIT_A_LINE && lines.filter(({ amount }) => amount).length < 2;
  const hasBeside = places.includes("beside");
  const looksOfCell = ({ align, main, quiet, wideOnly }: Column<never>, place: string, isLast: boolean) =>
    cn(
      "list-cell",
      align && "list-cell-amount",
      wideOnly && "max-lg:hidden",
      place === "none" && "max-sm:hidden",
      main && cn("list-cell-main", hasBeside ? "max-sm:col-span-2" : "max-sm:col-span-3"),
      place === "beside" && "list-cell-beside",
      (place === "line" || place === "named") &&
        cn("list-cell-line", !quiet && "list-cell-small", fits && !quiet && "list-cell-cut"),
      // The last one has what those before it leave.
      fits && isLast && SPANS[lines.length],
      place === "named" && "list-cell-named",
      place === "below" && "list-cell-line list-cell-small list-cell-below",
    );
  return {
    row: cn("list-row", fits ? (selects ? "list-row-lines-selects" : "list-row-lines") : "list-row-flows"),
    cells: columns.map((column, i) => looksOfCell(column, places[i]!, column === lines.at(-1))),
  };
}

const ARROWS = { ascending: ArrowUp, descending: ArrowDown };

function SortButton({ header, sort }: { header: string; sort: ColumnSort }) {
  const Icon = sort.isActive ? ARROWS[sort.direction] : ArrowUpDown;
  return (
    <button type="button" onClick={sort.choose} className="inline-flex min-h-6 items-center gap-1 hover:text-ink">
      {header}
      <Icon aria-hidden className="size-3" />
    </button>
  );
}
