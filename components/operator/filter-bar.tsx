import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";
import type { Filter, Filters, FilterTexts } from "#server/kernel/list-filter.ts";

type Option = { value: string; label: string };

type FilterBarProps<F extends Filters> = {
  path: string;
  filters: F;
  texts: FilterTexts<F>;
  /** Of choices that are known only now, or that have other words here. */
  options?: { [K in keyof F]?: readonly Option[] };
  /** What else of the address stays. */
  children?: ReactNode;
  aside?: ReactNode;
  /** What it does, when it does not show a list. */
  send?: string;
};

/** A form whose answers are the address: works before any script has arrived. */
export function FilterBar<F extends Filters>({
  path,
  filters,
  texts,
  options,
  children,
  aside,
  send = "Show",
}: FilterBarProps<F>) {
  return (
    <form action={path} className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      {Object.entries(filters)
        .filter(([, { control }]) => control !== "selection")
        .map(([name, filter]) => (
          <FilterControl
            key={name}
            name={name}
            filter={filter}
            text={texts[name]}
            options={options?.[name] ?? filter.options ?? []}
          />
        ))}
      <Button type="submit">{send}</Button>
      {Object.keys(texts).length > 0 && (
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

type FilterControlProps = { name: string; filter: Filter; text?: string; options: readonly Option[] };

function FilterControl({ name, filter: { label, control, all, most }, text, options }: FilterControlProps) {
  if (control === "day")
    return (
      <label className="grid gap-1 font-medium text-xs">
        {label}
        <input type="date" name={name} defaultValue={text} className={cn(controlLooks, "font-normal sm:w-36")} />
      </label>
    );
  if (control === "search")
    return (
      <input
        type="search"
        name={name}
        aria-label={label}
        placeholder={label}
        defaultValue={text}
        maxLength={most}
        className={cn(controlLooks, "max-sm:col-span-2 sm:w-64")}
      />
    );
  return (
    <select name={name} aria-label={label} defaultValue={text ?? ""} className={cn(controlLooks, "sm:w-44")}>
      {all && <option value="">{all}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
