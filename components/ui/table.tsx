import type { ReactNode } from "react";
import { cn } from "./cn.ts";

export type Column<Row> = {
  header: string;
  cell(row: Row): ReactNode;
  align?: "end";
  /** The row's name: stands on top of the card on a phone. */
  main?: boolean;
  /** Not on phones; the detail has it. */
  wideOnly?: boolean;
  /** A header only for screen readers, such as that of buttons. */
  quiet?: boolean;
};

type TableProps<Row> = { label: string; columns: Column<Row>[]; rows: Row[]; keyOf(row: Row): string | number };

/** Rows of 40 px with a header that stays; on a phone each row is a card of names and values. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <section
      aria-label={`${label}: table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="relative max-h-[calc(100dvh-8rem)] overflow-auto rounded-lg border border-line bg-raised max-sm:max-h-none max-sm:border-none max-sm:bg-transparent"
    >
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table that is laid out as cards loses its role. */}
      <table role="table" className="w-full border-collapse text-[13px] max-sm:block">
        <thead className="max-sm:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.header}
                role="columnheader"
                scope="col"
                className={cn(
                  "sticky top-0 z-10 h-9 whitespace-nowrap border-line border-b bg-raised px-3 text-left font-medium text-ink-soft text-xs first:pl-4 last:pr-4",
                  column.wideOnly && "max-lg:hidden",
                  column.align && "text-right",
                )}
              >
                {column.quiet ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:grid max-sm:gap-3">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              className="relative border-line not-last:border-b hover:bg-sunken/50 max-sm:grid max-sm:rounded-lg max-sm:border max-sm:bg-raised max-sm:px-4 max-sm:py-2"
            >
              {columns.map((column) => (
                <td
                  key={column.header}
                  role="cell"
                  data-label={column.quiet || column.main ? undefined : column.header}
                  className={cn(
                    "h-10 px-3 py-1.5 first:pl-4 last:pr-4 max-sm:flex max-sm:h-auto max-sm:min-h-9 max-sm:items-center max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:text-right max-sm:before:shrink-0 max-sm:before:text-ink-soft max-sm:before:font-sans max-sm:before:content-[attr(data-label)] max-sm:last:pr-0 max-sm:first:pl-0",
                    column.align && "text-right font-mono tabular-nums sm:whitespace-nowrap",
                    column.main && "font-medium max-sm:justify-start max-sm:text-left max-sm:before:hidden",
                    column.wideOnly && "max-lg:hidden max-sm:hidden",
                  )}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  );
}
