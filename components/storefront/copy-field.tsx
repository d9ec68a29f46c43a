"use client";
import { useId, useState } from "react";

type CopyFieldProps = { label: string; value: string; words: { copy: string; copied: string } };

/** A value to be typed or pasted elsewhere; selected as a whole where copying is not allowed. */
export function CopyField({ label, value, words }: CopyFieldProps) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      (document.getElementById(id) as HTMLInputElement | null)?.select();
    }
  };
  return (
    <div className="grid grid-cols-1 gap-1">
      <label htmlFor={id} className="font-medium text-[15px]">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          dir="ltr"
          onFocus={(event) => event.target.select()}
          className="h-12 min-w-0 flex-1 rounded-xl border border-line-strong bg-sunken px-3 font-mono text-base"
        />
        <button
          type="button"
          onClick={copy}
          className="min-h-12 rounded-xl border border-line-strong bg-raised px-4 font-semibold print:hidden"
        >
          <span aria-live="polite">{copied ? words.copied : words.copy}</span>
        </button>
      </div>
    </div>
  );
}
