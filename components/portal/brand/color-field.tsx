"use client";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "#components/ui/button.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { AA, contrast, inkOn, isHex, legibleOnWhite } from "./contrast.ts";

type ColorFieldProps = {
  label: string;
  help: string;
  value: string;
  onChange(value: string): void;
  error?: string;
  input: ComponentProps<"input">;
};

/** A colour by eye and by number, with what text becomes on it and of it. */
export function ColorField({ label, help, value, onChange, error, input }: ColorFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}, by eye`}
          value={isHex(value) ? value : "#000000"}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong/70 bg-raised p-1 sm:h-8 sm:w-10"
        />
        <Input spellCheck={false} autoComplete="off" maxLength={7} className="font-mono" {...input} />
      </div>
      {isHex(value) && <Contrast color={value} onChange={onChange} />}
    </Field>
  );
}

function Contrast({ color, onChange }: { color: string; onChange(value: string): void }) {
  const ink = inkOn(color);
  const asText = contrast(color, "#FFFFFF");
  const reads = asText >= AA;
  const Icon = reads ? CircleCheck : TriangleAlert;
  return (
    <div className="grid gap-1 text-xs">
      <p className="flex items-center gap-2">
        <span aria-hidden className="rounded-md px-2 py-0.5 font-medium" style={{ backgroundColor: color, color: ink }}>
          Aa
        </span>
        <span className="text-ink-soft">
          {ink === "#FFFFFF" ? "White" : "Black"} text on it, <Decimal value={contrast(ink, color)} places={1} /> : 1
        </span>
      </p>
      <p
        className={reads ? "flex items-center gap-1.5 text-ink-soft" : "flex flex-wrap items-center gap-1.5 text-wait"}
      >
        <Icon className="size-3.5 shrink-0" aria-hidden />
        <Decimal value={asText} places={1} /> : 1 as text on white
        {reads ? ", AA" : ", AA asks for 4.5 : 1. It is shown darker as text."}
        {!reads && (
          <Button size="small" variant="quiet" onClick={() => onChange(legibleOnWhite(color))}>
            Use {legibleOnWhite(color)}
          </Button>
        )}
      </p>
    </div>
  );
}
