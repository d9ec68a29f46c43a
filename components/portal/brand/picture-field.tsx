"use client";
import { type ComponentProps, useState } from "react";
import { Field, Input } from "#components/ui/field.tsx";
import { useDebounced } from "../use-debounced.ts";

type PictureFieldProps = { label: string; help: string; value: string; error?: string; input: ComponentProps<"input"> };

/** The address of a picture, with the picture as soon as it can be loaded from there. */
export function PictureField({ label, help, value, error, input }: PictureFieldProps) {
  const shown = useDebounced(value.trim(), 600);
  const isAddress = /^https:\/\/[^\s]+\.[^\s]+/i.test(shown);
  return (
    <Field label={label} help={help} error={error}>
      <Input type="url" inputMode="url" spellCheck={false} autoComplete="off" placeholder="https://" {...input} />
      {isAddress && <Picture key={shown} address={shown} />}
    </Field>
  );
}

function Picture({ address }: { address: string }) {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  return (
    <div className="flex items-center gap-3 text-xs">
      {state !== "failed" && (
        // biome-ignore lint/performance/noImgElement: the reseller's own picture, as browsers will load it.
        <img
          src={address}
          alt=""
          referrerPolicy="no-referrer"
          onLoad={() => setState("loaded")}
          onError={() => setState("failed")}
          className="size-10 rounded-md border border-line bg-white object-contain p-1"
        />
      )}
      <span role="status" className={state === "failed" ? "text-bad" : "text-ink-soft"}>
        {
          {
            loading: "Loading the picture …",
            loaded: "This is what travellers' browsers load.",
            failed: "No picture could be loaded from there.",
          }[state]
        }
      </span>
    </div>
  );
}
