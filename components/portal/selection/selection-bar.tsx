"use client";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import type { Selection } from "#components/ui/select-cells.tsx";

type SelectionBarProps = {
  selection: Selection;
  /** How many are selected, and how many the page shows. */
  count: number;
  of: number;
  onClear(): void;
  /** What can be done with them. */
  children: ReactNode;
};

/** Stays at the lower edge of the window while rows are selected, and moves none of them. */
export function SelectionBar({ selection, count, of, onClear, children }: SelectionBarProps) {
  return (
    <section
      id={selection.barId}
      aria-label="Selected rows"
      className="sticky bottom-2 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line-strong bg-raised p-2 pl-4 shadow-float data-none:sr-only"
      data-none={count === 0 || undefined}
    >
      <p role="status" className="text-[13px] tabular-nums">
        {count > 0 && `${count} of ${of} selected`}
      </p>
      {count > 0 && (
        <>
          <div className="flex gap-2 overflow-x-auto max-sm:order-last max-sm:basis-full max-sm:[&_svg]:hidden">
            {children}
          </div>
          <span className="ml-auto flex gap-1">
            {!selection.isAll && selection.setAll && (
              <Button variant="quiet" onClick={() => selection.setAll?.(true)}>
                Select all {of}
              </Button>
            )}
            <Button variant="quiet" size="icon" aria-label="Clear the selection" onClick={onClear}>
              <X aria-hidden />
            </Button>
          </span>
        </>
      )}
    </section>
  );
}
