"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { Field, Input } from "#components/ui/field.tsx";
import { useApi } from "../api.tsx";
import { useDebounced } from "../use-debounced.ts";

type AddressFieldProps = { value: string; error?: string; input: ComponentProps<"input"> };

/** The address, held against the rule while it is typed: what is wrong with it is said before anything is sent. */
export function AddressField({ value, error, input }: AddressFieldProps) {
  const wanted = useDebounced(value.trim());
  const enabled = wanted.length > 8;
  const check = useQuery(useApi().webhooks.checkAddress.queryOptions(wanted, { enabled, staleTime: 60_000 }));
  const current = enabled && wanted === value.trim();
  const reason = current ? check.data?.reason : undefined;
  return (
    <Field
      label="Address"
      help="Public HTTPS, port 443 or 8443. Redirects are not followed."
      error={error ?? (reason ? `This address ${reason}.` : undefined)}
      aside={
        <span role="status" className="flex items-center gap-1 text-xs [&_svg]:size-3.5">
          {current && check.isFetching && (
            <>
              <LoaderCircle className="animate-spin text-ink-soft" aria-hidden /> Checking
            </>
          )}
          {reason === null && (
            <span className="flex items-center gap-1 text-good">
              <CircleCheck aria-hidden /> Can be reached by the rule
            </span>
          )}
        </span>
      }
    >
      <Input type="url" inputMode="url" autoComplete="off" spellCheck={false} {...input} />
    </Field>
  );
}
