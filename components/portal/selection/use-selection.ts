"use client";
import { useId, useRef, useState } from "react";
import type { Selection } from "#components/ui/select-cells.tsx";

const NONE: ReadonlySet<string> = new Set();

/**
 * Selected rows of the page that is shown: what is not in sight any more, after another page or filter, is not selected any
 * more, so that nothing is done to what nobody sees.
 *
 * @param asked what the list is asked for: another page or filter begins anew
 */
export function useSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => string | number, asked: object) {
  const barId = useId();
  const page = JSON.stringify(asked);
  const [chosenOn, setChosenOn] = useState(page);
  const [chosen, setChosen] = useState(NONE);
  const [wanted, setWanted] = useState(false);
  if (page !== chosenOn) {
    setChosenOn(page);
    setChosen(NONE);
  }
  const last = useRef<string | null>(null);
  const keys = rows.map((row) => String(keyOf(row)));
  const selected = rows.filter((row) => chosen.has(String(keyOf(row))));
  const selection: Selection = {
    barId,
    onPhone: wanted || selected.length > 0,
    has: (key) => chosen.has(key),
    set(key, on, through) {
      const [from, to] = [keys.indexOf(last.current ?? key), keys.indexOf(key)].sort((a, b) => a - b);
      const range = through && from !== -1 ? keys.slice(from, to! + 1) : [key];
      const next = new Set(chosen);
      for (const each of range)
        if (on) next.add(each);
        else next.delete(each);
      last.current = key;
      setChosen(next);
    },
    isAll: keys.length > 0 && selected.length === keys.length,
    isSome: selected.length > 0,
    setAll: (on) => setChosen(on ? new Set(keys) : NONE),
  };
  const clear = () => {
    setChosen(NONE);
    setWanted(false);
  };
  return { selection, selected, clear, begin: () => setWanted(true) };
}
