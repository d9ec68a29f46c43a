import { ChevronsUpDown } from "lucide-react";
import { cn } from "./cn.ts";
import { controlLooks } from "./control-looks.ts";

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
