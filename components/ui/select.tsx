"use client";
import { ChevronsUpDown } from "lucide-react";
import { cn } from "./cn.ts";
import { controlLooks } from "./control-looks.ts";
import { useFieldNaming } from "./field.tsx";
import { useOnDemand } from "./use-on-demand.ts";

export type Option<T extends string> = { value: T; label: string; hint?: string };

export type SelectProps<T extends string> = {
  options: readonly Option<T>[];
  value: T;
  onChange(value: NoInfer<T>): void;
  /** Needed where no `Field` names it. */
  label?: string;
  className?: string;
};

export const triggerLooks = (className?: string) =>
  cn(controlLooks, "flex items-center justify-between gap-2 text-left", className);

export const TriggerIcon = () => <ChevronsUpDown className="size-3.5 shrink-0 text-ink-soft" aria-hidden />;

const loadList = () => import("./select-list.tsx");

export function Select<T extends string>(props: SelectProps<T>) {
  const { options, value, label, className } = props;
  const naming = { ...useFieldNaming(), "aria-label": label };
  const { parts, handlers } = useOnDemand(loadList);
  if (parts) return <parts.SelectList {...props} naming={naming} />;
  return (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      {...naming}
      {...handlers}
      className={triggerLooks(className)}
    >
      <span className="truncate">{options.find((option) => option.value === value)?.label}</span>
      <TriggerIcon />
    </button>
  );
}
