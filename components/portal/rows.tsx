"use client";
import { createContext, type ReactNode, use } from "react";
import type { Rows } from "./theme.ts";

const RowsContext = createContext<Rows>("roomy");

/** Around everything with lists: table.css reads it there. */
export function RowsProvider({ rows, children }: { rows: Rows; children: ReactNode }) {
  return (
    <RowsContext value={rows}>
      <div data-rows={rows} className="contents">
        {children}
      </div>
    </RowsContext>
  );
}

export const useRows = (): Rows => use(RowsContext);
