"use client";
import { useState } from "react";
import { refusalOf } from "../refusal.ts";

/** How one of many came out, in words. */
export type Outcome = { state: "done" | "refused"; words: string };

/**
 * Does one thing after another, each by the call that does it alone, and keeps what came of each. What was refused holds up
 * nothing; started again, only that is asked for again which has not been done.
 */
export function useRun<Item>(nameOf: (item: Item) => string, act: (item: Item) => Promise<string>) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  /** The one that is being done. */
  const [current, setCurrent] = useState<string | null>(null);
  const start = async (items: readonly Item[]) => {
    for (const item of items) {
      const name = nameOf(item);
      if (outcomes.get(name)?.state === "done") continue;
      setCurrent(name);
      const outcome: Outcome = await act(item).then(
        (words) => ({ state: "done", words }),
        (error) => ({ state: "refused", words: refusalOf(error).message }),
      );
      setOutcomes((before) => new Map(before).set(name, outcome));
    }
    setCurrent(null);
  };
  const all = [...outcomes.values()];
  return {
    outcomes,
    current,
    isRunning: current !== null,
    start,
    done: all.filter(({ state }) => state === "done").length,
    refused: all.filter(({ state }) => state === "refused").length,
  };
}
