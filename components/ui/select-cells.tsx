"use client";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { cn } from "./cn.ts";

/** Which rows of a table are selected; each is known by its key as text. */
export type Selection = {
  /** What can be done with them, where Enter leads. */
  barId: string;
  has(key: string): boolean;
  /** `through`: all rows between this one and the one that was selected last, too. */
  set(key: string, on: boolean, through: boolean): void;
  isAll: boolean;
  isSome: boolean;
  /** On a phone rows have room for their boxes only while somebody selects. */
  onPhone: boolean;
  /** Without it not all can be selected at once. */
  setAll?(on: boolean): void;
};

/** The cells of a table whose rows can be selected; other tables carry nothing of it. */
export type SelectCells = { onPhone: boolean; all(count: number): ReactNode; one(name: string): ReactNode };

export const selectCells = (selection: Selection): SelectCells => ({
  onPhone: selection.onPhone,
  all: (count) => <SelectAllCell selection={selection} count={count} />,
  one: (name) => <SelectCell selection={selection} name={name} />,
});

const boxLooks = "size-4 accent-accent sm:size-[15px]";
const spaceLooks = "grid size-8 cursor-pointer place-items-center max-sm:size-11";

/** From any row to what can be done with the rows, without going through all that come between. */
const toBar =
  ({ barId }: Selection) =>
  (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    document.getElementById(barId)?.querySelector<HTMLElement>("a, button")?.focus();
  };

function SelectAllCell({ selection, count }: { selection: Selection; count: number }) {
  const box = useRef<HTMLInputElement>(null);
  const isPart = selection.isSome && !selection.isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  const { setAll } = selection;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as lines loses its role.
    <th role="columnheader" scope="col" className="sticky top-0 z-10 h-9 w-8 border-line border-b bg-raised pl-2">
      {!setAll && <span className="sr-only">Select</span>}
      {setAll && (
        <label className={spaceLooks}>
          <input
            ref={box}
            type="checkbox"
            aria-label={`Select all ${count} on this page`}
            checked={selection.isAll}
            onChange={({ target }) => setAll(target.checked)}
            onKeyDown={toBar(selection)}
            className={boxLooks}
          />
        </label>
      )}
    </th>
  );
}

function SelectCell({ selection, name }: { selection: Selection; name: string }) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: a table that is laid out as lines loses its role.
      role="cell"
      className={cn(
        "list-pick h-10 w-8 pl-2 max-sm:order-first max-sm:row-span-2 max-sm:-ml-3 max-sm:h-auto max-sm:w-auto max-sm:pl-0",
        !selection.onPhone && "max-sm:hidden",
      )}
    >
      <label className={spaceLooks}>
        <input
          type="checkbox"
          data-select
          aria-label={`Select ${name}`}
          aria-keyshortcuts="Enter"
          checked={selection.has(name)}
          // With shift, as lists of files and mails do it; the change itself does not say which keys were held.
          onClick={(event: MouseEvent<HTMLInputElement>) =>
            selection.set(name, event.currentTarget.checked, event.shiftKey)
          }
          onChange={() => {}}
          onKeyDown={toBar(selection)}
          className={boxLooks}
        />
      </label>
    </td>
  );
}
