import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";

type FilterBarProps = { path: string; filtered: boolean; children: ReactNode; aside?: ReactNode };

/** A form whose answers are the address: works before any script has arrived. */
export function FilterBar({ path, filtered, children, aside }: FilterBarProps) {
  return (
    <form action={path} className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      <Button type="submit">Show</Button>
      {filtered && (
        <Link
          href={path}
          prefetch={false}
          className="grid h-11 place-items-center px-2 text-[13px] text-ink-soft hover:text-ink sm:h-8"
        >
          Clear filters
        </Link>
      )}
      {aside && <div className="flex sm:ml-auto">{aside}</div>}
    </form>
  );
}

type SearchProps = { label: string; value?: string; name?: string };

export function SearchFilter({ label, value, name = "search" }: SearchProps) {
  return (
    <input
      type="search"
      name={name}
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      className={cn(controlLooks, "max-sm:col-span-2 sm:w-64")}
    />
  );
}

type ChoiceProps = { label: string; name: string; value?: string; options: { value: string; label: string }[] };

/** The first option stands for no filter and has an empty value. */
export function ChoiceFilter({ label, name, value, options }: ChoiceProps) {
  return (
    <select name={name} aria-label={label} defaultValue={value ?? ""} className={cn(controlLooks, "sm:w-44")}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function DayFilter({ label, name, value }: { label: string; name: string; value?: string }) {
  return (
    <label className="grid gap-1 font-medium text-xs">
      {label}
      <input type="date" name={name} defaultValue={value} className={cn(controlLooks, "font-normal sm:w-36")} />
    </label>
  );
}
