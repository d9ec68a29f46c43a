"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { useApi } from "../api.tsx";
import { PackagePicker } from "../orders/package-picker.tsx";

export type Plans = { packages: string[]; destinations: string[] };
export const NO_PLANS: Plans = { packages: [], destinations: [] };

const REACHES = [
  { value: "all", label: "All plans" },
  { value: "destinations", label: "Chosen destinations" },
  { value: "packages", label: "Chosen packages" },
] as const;
type Reach = (typeof REACHES)[number]["value"];

/** All plans, or those of some destinations, or some packages. */
export function PlanChoice({ plans, onChange }: { plans: Plans; onChange(plans: Plans): void }) {
  const [wanted, setWanted] = useState<Reach>("all");
  const chosen = plans.destinations.length > 0 ? "destinations" : plans.packages.length > 0 ? "packages" : null;
  const reach = chosen ?? wanted;
  const { data: places } = useQuery(useApi().catalog.places.queryOptions(undefined, { staleTime: 600_000 }));
  const named = [...(places?.countries ?? []), ...(places?.regions ?? [])];
  const nameOf = (code: string) => named.find((place) => place.code === code)?.name ?? code;
  const add = (list: keyof Plans, code: string) =>
    !plans[list].includes(code) && onChange({ ...NO_PLANS, [list]: [...plans[list], code] });
  const drop = (list: keyof Plans, code: string) =>
    onChange({ ...NO_PLANS, [list]: plans[list].filter((one) => one !== code) });
  return (
    <div className="grid gap-3">
      <Field label="For">
        <Select
          options={REACHES}
          value={reach}
          onChange={(value) => {
            setWanted(value as Reach);
            onChange(NO_PLANS);
          }}
        />
      </Field>
      {reach === "destinations" && (
        <>
          <Field label="Add a destination">
            <Select
              options={[
                { value: "", label: "Choose …" },
                ...named
                  .filter(({ code }) => !plans.destinations.includes(code))
                  .map(({ code, name }) => ({ value: code, label: name })),
              ]}
              value=""
              onChange={(code) => code && add("destinations", code)}
            />
          </Field>
          <Chosen items={plans.destinations} nameOf={nameOf} onDrop={(code) => drop("destinations", code)} />
        </>
      )}
      {reach === "packages" && (
        <>
          <PackagePicker chosen={null} onChoose={(code) => code && add("packages", code)} />
          <Chosen items={plans.packages} nameOf={(code) => code} onDrop={(code) => drop("packages", code)} />
        </>
      )}
    </div>
  );
}

type ChosenProps = { items: string[]; nameOf(item: string): string; onDrop(item: string): void };

function Chosen({ items, nameOf, onDrop }: ChosenProps) {
  if (items.length === 0)
    return <p className="text-ink-soft text-xs">None is chosen yet: as it stands, it is for all plans.</p>;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Chosen">
      {items.map((item) => (
        <li
          key={item}
          className="flex min-w-0 items-center gap-1 rounded-md border border-line bg-raised pl-2.5 text-[13px]"
        >
          <span className="min-w-0 break-all">{nameOf(item)}</span>
          <button
            type="button"
            aria-label={`Remove ${nameOf(item)}`}
            onClick={() => onDrop(item)}
            className="grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken"
          >
            <X className="size-3.5" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
