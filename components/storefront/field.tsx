import { type ComponentProps, useId } from "react";

type FieldProps = ComponentProps<"input"> & { label: string; help?: string };

export function Field({ label, help, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-describedby={help && `${id}-help`}
        className="h-12 w-full rounded-xl border border-line-strong bg-raised px-4 text-base"
        {...rest}
      />
      {help && (
        <p id={`${id}-help`} className="text-[15px] text-ink-soft">
          {help}
        </p>
      )}
    </div>
  );
}

type TickProps = { name: string; children: React.ReactNode };

/** Has to be ticked before the form is sent. */
export function Tick({ name, children }: TickProps) {
  return (
    <label className="flex min-h-12 items-start gap-3 py-1.5">
      <input type="checkbox" name={name} value="1" required className="mt-0.5 size-6 shrink-0 accent-brand" />
      <span>{children}</span>
    </label>
  );
}
