"use client";
import { useFieldNaming } from "./field.tsx";
import { type SelectProps, TriggerIcon, triggerLooks } from "./select-trigger.tsx";
import { useOnDemand } from "./use-on-demand.ts";

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
