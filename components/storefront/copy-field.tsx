"use client";
import { useId, useState } from "react";

type CopyFieldProps = { label: string; value: string; words: { copy: string; copied: string } };

/** A value to be typed or pasted elsewhere, so all of it is in sight; selected as a whole where copying is not allowed. */
export function CopyField({ label, value, words }: CopyFieldProps) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      (document.getElementById(id) as HTMLTextAreaElement | null)?.select();
    }
  };
  return (
    <div className="grid grid-cols-1 gap-1">
      <label htmlFor={id} className="font-medium text-[15px]">
        {label}
      </label>
      <div className="flex items-start gap-2">
        <textarea
          id={id}
          rows={1}
          readOnly
          value={value}
          dir="ltr"
          onFocus={(event) => event.target.select()}
          className="field-sizing-content min-h-12 min-w-0 flex-1 resize-none break-all rounded-xl border border-line-strong bg-sunken px-3 py-2.75 font-mono text-base"
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
