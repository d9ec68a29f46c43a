import type { Column } from "#components/ui/table.tsx";

/** What can be shown of a list, and what is. */
export type ColumnChoice = { columns: { name: string; label: string; shown: boolean }[]; toggle(name: string): void };

type Asked = { columns: string | null; showColumns(columns: string | null): void };

/** A column as addresses name it. */
export const nameOf = ({ header }: { header: string }): string => header.toLowerCase().replaceAll(" ", "-");

/** The columns that the address asks for, `columns=status,total`, or those that are shown by themselves. */
export function columnsOf<Row>(all: Column<Row>[], { columns, showColumns }: Asked) {
  const choosable = all.filter(({ main, quiet }) => !main && !quiet);
  const usual = choosable.filter(({ optional }) => !optional).map(nameOf);
  const asked = columns === null ? usual : columns.split(",");
  const isShown = (column: Column<Row>) => !choosable.includes(column) || asked.includes(nameOf(column));
  const choice: ColumnChoice = {
    columns: choosable.map((column) => ({ name: nameOf(column), label: column.header, shown: isShown(column) })),
    toggle(name) {
      const next = choosable.map(nameOf).filter((each) => asked.includes(each) !== (each === name));
      showColumns(next.join() === usual.join() ? null : next.join());
    },
  };
  return { shown: all.filter(isShown), choice };
}
