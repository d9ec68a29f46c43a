import { CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import type { Outcome } from "./use-run.ts";

type RunListProps<Item> = {
  label: string;
  items: readonly Item[];
  nameOf(item: Item): string;
  run: { outcomes: ReadonlyMap<string, Outcome>; current: string | null };
  /** What will happen to it. */
  children(item: Item): ReactNode;
};

const ICONS = { done: CircleCheck, refused: CircleX };

/** What will be done to each, and once it was asked for what came of it. */
export function RunList<Item>({ label, items, nameOf, run, children }: RunListProps<Item>) {
  return (
    <ul aria-label={label} className="max-h-[50dvh] overflow-y-auto rounded-md border border-line text-[13px]">
      {items.map((item) => {
        const outcome = run.outcomes.get(nameOf(item));
        const Icon = outcome && ICONS[outcome.state];
        return (
          <li key={nameOf(item)} className="grid gap-1 border-line px-3 py-2 not-last:border-b">
            {children(item)}
            {outcome && Icon && run.current !== nameOf(item) && (
              <p className={outcome.state === "done" ? "flex gap-1.5 text-good" : "flex gap-1.5 text-bad"}>
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0" /> {outcome.words}
              </p>
            )}
            {run.current === nameOf(item) && (
              <p className="flex gap-1.5 text-ink-soft">
                <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-spin" /> Under way
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
