"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { controlLooks } from "#components/ui/control-looks.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { AmountPlaces, Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { commonPlaces } from "#server/kernel/amount-places.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import { useDebounced } from "../use-debounced.ts";

type Package = Outputs["orders"]["packages"]["items"][number];

type PackagePickerProps = {
  chosen: string | null;
  /** Of the chosen one, once it is known. */
  name?: string;
  onChoose(packageId: string | null): void;
  error?: string;
};

/** Searches the catalogue and lets one package be chosen; the one that is chosen stands alone until it is changed. */
export function PackagePicker({ chosen, name, onChoose, error }: PackagePickerProps) {
  const id = useId();
  const [text, setText] = useState("");
  const wanted = useDebounced(text.trim(), 250);
  const query = useQuery(
    useApi().orders.packages.queryOptions(wanted, { enabled: chosen === null, placeholderData: keepPreviousData }),
  );
  if (chosen)
    return (
      <div className="grid gap-1.5">
        <p className="font-medium text-[13px]">Package</p>
        <div className="flex items-center justify-between gap-3 rounded-md border border-line bg-raised py-1.5 pr-1.5 pl-3">
          <span className="min-w-0 text-[13px]">
            {name && <span className="block break-words font-medium">{name}</span>}
            <code className="block break-all font-mono text-ink-soft text-xs">{chosen}</code>
          </span>
          <Button variant="quiet" onClick={() => onChoose(null)}>
            Change package
          </Button>
        </div>
        {error && (
          <p role="alert" className="text-bad text-xs">
            {error}
          </p>
        )}
      </div>
    );
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-[13px]">Package</legend>
      <input
        type="search"
        aria-label="Search packages"
        placeholder="Country, city, data, days or package id"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        spellCheck={false}
        className={controlLooks}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
      <QueryState query={query} loading={<Skeleton className="h-72" />}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="rounded-md border border-line border-dashed p-4 text-[13px] text-ink-soft">
              No package on sale fits all of this. Try a country, a city or a region, an amount such as 5 GB, or a
              package id.
            </p>
          ) : (
            <Choices name={id} items={items} total={total} onChoose={onChoose} />
          )
        }
      </QueryState>
    </fieldset>
  );
}

type ChoicesProps = { name: string; items: Package[]; total: number; onChoose(packageId: string): void };

/** Chosen with a click, or with the arrows and Enter: moving through them alone must not take the list away. */
function Choices({ name, items, total, onChoose }: ChoicesProps) {
  const locale = useLocale();
  return (
    <>
      <ul className="max-h-72 overflow-y-auto rounded-md border border-line bg-raised" aria-label="Packages found">
        <AmountPlaces places={commonPlaces(items.map(({ unitPrice }) => unitPrice))}>
          {items.map((item) => (
            <li key={item.packageId} className="border-line not-last:border-b">
              <button
                type="button"
                id={`${name}-${item.packageId}`}
                onClick={() => onChoose(item.packageId)}
                className="flex min-h-11 w-full items-center justify-between gap-4 px-3 py-2 text-left text-[13px] hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="min-w-0">
                  <span className="block break-words font-medium">{item.name}</span>
                  {item.reason && <span className="block text-ink-soft text-xs">{item.reason}</span>}
                  <span className="block break-all font-mono text-ink-soft text-xs">{item.packageId}</span>
                </span>
                <span className="shrink-0 font-mono text-xs">
                  <Money amount={item.unitPrice} currency={item.currency} />
                </span>
              </button>
            </li>
          ))}
        </AmountPlaces>
      </ul>
      <p role="status" className="text-ink-soft text-xs">
        {total > items.length
          ? `${items.length} of ${total.toLocaleString(locale)}; type more to narrow them down.`
          : `${total} found.`}
      </p>
    </>
  );
}
