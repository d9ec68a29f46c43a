import type { ComponentProps, ReactNode } from "react";
import type { FaultName, FormField } from "#server/storefront/index.ts";
import type { Translate } from "./translate.ts";

type FieldProps = ComponentProps<"input"> & {
  name: string;
  label: string;
  help?: string;
  error?: string | undefined;
  beside?: ReactNode;
};

/** Its name is its id too, so that what is wrong with a form leads to it. */
export function Field({ label, help, error, name, beside, ...rest }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={name} className="font-medium">
        {label}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={name}
          name={name}
          {...describedBy(name, { help, error })}
          // Addresses are read from the left everywhere.
          dir={rest.type === "email" ? "ltr" : undefined}
          className={`h-12 w-0 min-w-40 grow rounded-xl border bg-raised px-4 text-base rtl:text-right ${error ? "border-bad" : "border-line-strong"}`}
          {...rest}
        />
        {beside}
      </div>
      {help && (
        <p id={`${name}-help`} className="text-[15px] text-ink-soft">
          {help}
        </p>
      )}
      <FieldError name={name} error={error} />
    </div>
  );
}

/** What is read with a field: its help, and what is wrong with it. */
export const describedBy = (name: string, { help, error }: { help?: unknown; error?: string | undefined }) => ({
  "aria-describedby": [help && `${name}-help`, error && `${name}-error`].filter(Boolean).join(" ") || undefined,
  "aria-invalid": error ? true : undefined,
});

/** With a sign: it is not told by its colour alone. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p id={`${name}-error`} className="flex gap-2 font-medium text-[15px] text-bad">
      <svg viewBox="0 0 20 20" className="mt-1 size-4 shrink-0" aria-hidden="true">
        <path fill="currentColor" d="M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-1 4h2v6H9V5Zm0 8h2v2H9v-2Z" />
      </svg>
      {error}
    </p>
  );
}

type TickProps = { name: string; error?: string | undefined; children: ReactNode } & Pick<
  ComponentProps<"input">,
  "autoFocus" | "defaultChecked"
>;

/** Has to be ticked before the form is sent. */
export function Tick({ name, error, children, ...rest }: TickProps) {
  return (
    <div>
      <label className="flex min-h-12 items-start gap-3 py-1.5">
        <input
          id={name}
          type="checkbox"
          name={name}
          value="1"
          required
          {...describedBy(name, { error })}
          className="mt-0.5 size-6 shrink-0 accent-brand"
          {...rest}
        />
        <span className="min-w-0">{children}</span>
      </label>
      <FieldError name={name} error={error} />
    </div>
  );
}

type Why = { field: FormField; why: FaultName };

/** What is said at a field of a form that came back; the first with something to say gets the focus. */
export const formState = (faults: Why[], t: Translate) => (field: FormField) => {
  const fault = faults.find((one) => one.field === field);
  return { error: fault && t(fault.why), autoFocus: fault !== undefined && faults[0] === fault };
};

type Fault = { field: FormField; label: string; text: string };

/** What is wrong with a form, above it; each leads to its field. */
export function Faults({ title, faults }: { title: string; faults: Fault[] }) {
  return (
    <div role="alert" className="rounded-2xl border-2 border-bad bg-raised p-4">
      <p className="font-medium">{title}</p>
      <ul className="mt-2 grid gap-1">
        {faults.map(({ field, label, text }) => (
          <li key={field}>
            <a href={`#${field}`} className="inline-flex min-h-6 items-center text-brand-text underline">
              {label} – {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
