"use client";
import { Field as Base } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
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

/** A label, one control, what helps to fill it in, and what is wrong with it; tied together for screen readers. */
export function Field({ label, aside, help, error, className, children }: FieldProps) {
  return (
    <Base.Root invalid={!!error} className={cn("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-4">
        <Base.Label className="font-medium text-[13px]">{label}</Base.Label>
        {aside}
      </div>
      {children}
      {help && <Base.Description className="text-ink-soft text-xs">{help}</Base.Description>}
      {error && (
        <Base.Error match className="text-bad text-xs">
          {error}
        </Base.Error>
      )}
    </Base.Root>
  );
}

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <Base.Control className={cn(controlLooks, className)} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <Base.Control render={<textarea {...rest} />} className={cn(controlLooks, "h-auto py-1.5 sm:h-auto", className)} />
  );
}
