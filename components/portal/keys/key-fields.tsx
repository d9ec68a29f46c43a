"use client";
import { Button } from "#components/ui/button.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import type { Zod } from "../zod.ts";

/** What a key's form and its settings share. */

export const nameRule = (z: Zod) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Give the key a name that says where it is used."),
      z.maxLength(80, "A name has at most 80 characters."),
    );

export const EXPIRIES = [
  { value: "none", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;

export const addressesIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

type AddressesFieldProps = {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
  /** The address that the person comes from. */
  yours: string | null;
};

export function AddressesField({ value, onChange, error, yours }: AddressesFieldProps) {
  return (
    <Field
      label="Allowed addresses"
      help="IP addresses or ranges such as 203.0.113.0/24, one a line. Empty: from everywhere."
      error={error}
      aside={
        yours && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => onChange([value.trim(), yours].filter(Boolean).join("\n"))}
            disabled={addressesIn(value).includes(yours)}
          >
            Add my address
          </Button>
        )
      }
    >
      <TextArea
        rows={3}
        spellCheck={false}
        className="font-mono sm:text-xs"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
