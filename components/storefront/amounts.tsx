"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** The lines under each other, and what they make. `about`: in the currency that the visitor chose. `value`: plain, for the form. */
export type Sum = { lines: { name: string; value: string }[]; total: string; about: string | null; value: string };

type AmountsProps = {
  quantity: number;
  /** What one eSIM comes to, two, and so on. */
  totals: Sum[];
  words: { quantity: string; help: string; update: string; total: string };
  /** What stands between the choice and what it comes to. */
  children: ReactNode;
};

/** How many, and what that comes to: at once, or by the button where no script runs. */
export function Amounts({ quantity, totals, words, children }: AmountsProps) {
  const [count, setCount] = useState(quantity);
  const [runs, setRuns] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    setRuns(true);
    // Chosen before the scripts came, or put back by the browser.
    setCount(Number(select.current?.value ?? quantity));
  }, [quantity]);
  const { lines, total, about, value } = totals[count - 1] ?? totals[0]!;
  return (
    <>
      <div className="grid gap-1.5">
        <label htmlFor="quantity" className="font-medium">
          {words.quantity}
        </label>
        <div className="flex flex-wrap gap-3">
          <select
            ref={select}
            id="quantity"
            name="quantity"
            defaultValue={quantity}
            aria-describedby="quantity-help"
            onChange={({ target }) => setCount(Number(target.value))}
            className="h-12 min-w-24 grow rounded-xl border border-line-strong bg-raised px-4 text-base"
          >
            {totals.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what it stands for.
              <option key={i} value={i + 1}>
                {i + 1}
              </option>
            ))}
          </select>
          {!runs && (
            <button
              type="submit"
              name="act"
              value="update"
              className="min-h-12 rounded-xl border border-line-strong bg-raised px-5 font-semibold"
            >
              {words.update}
            </button>
          )}
        </div>
        <p id="quantity-help" className="text-[15px] text-ink-soft">
          {words.help}
        </p>
      </div>
      {children}
      <input type="hidden" name="total" value={value} />
      <div role="status" className="border-line border-t pt-4">
        <dl className="grid gap-1">
          {lines.map((line) => (
            <Line key={line.name} {...line} />
          ))}
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-lg">
            <dt className="font-medium">{words.total}</dt>
            <dd className="text-end font-semibold text-xl tabular-nums">
              {total}
              {about && <span className="block font-normal text-[15px] text-ink-soft">{about}</span>}
            </dd>
          </div>
        </dl>
      </div>
    </>
  );
}

const Line = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="min-w-0 text-ink-soft [overflow-wrap:anywhere]">{name}</dt>
    <dd className="tabular-nums">{value}</dd>
  </div>
);
