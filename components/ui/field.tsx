"use client";
import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { cn } from "./cn.ts";
import { controlLooks } from "./control-looks.ts";

export { controlLooks };

type FieldProps = {
  label: ReactNode;
  /** Stands beside the label, such as a link. */
  aside?: ReactNode;
  help?: ReactNode;
  error?: string;
  className?: string;
  children: ReactNode;
};

type Naming = { id?: string; "aria-labelledby"?: string; "aria-describedby"?: string; "aria-invalid"?: true };

const NamingContext = createContext<Naming>({});

/** What ties a control to the label, the help and the error of the field around it. */
export const useFieldNaming = (): Naming => use(NamingContext);

/** A label, one control, what helps to fill it in, and what is wrong with it; tied together for screen readers. */
export function Field({ label, aside, help, error, className, children }: FieldProps) {
  const id = useId();
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(" ");
  const naming: Naming = {
    id,
    "aria-labelledby": `${id}-label`,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error ? true : undefined,
  };
  return (
    <div className={cn("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label id={`${id}-label`} htmlFor={id} className="font-medium text-[13px]">
          {label}
        </label>
        {aside}
      </div>
      <NamingContext value={naming}>{children}</NamingContext>
      {help && (
        <p id={`${id}-help`} className="text-ink-soft text-xs">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-bad text-xs">
          {error}
        </p>
      )}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldNaming()} {...rest} className={cn(controlLooks, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...useFieldNaming()} {...rest} className={cn(controlLooks, "h-auto py-1.5 sm:h-auto", className)} />
  );
}
