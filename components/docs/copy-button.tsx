"use client";

import { useState } from "react";

/** Copies the sample of the figure that it stands in, so that the sample is sent to the browser once. */
export function CopyButton({ label }: { label: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      aria-label={`Copy: ${label}`}
      className="min-h-9 px-4 hover:text-ink"
      onClick={async ({ currentTarget }) => {
        const text = currentTarget.closest("figure")?.querySelector("pre")?.textContent ?? "";
        await navigator.clipboard.writeText(text);
        setCopied(true);
        setTimeout(() => setCopied(false), 2_000);
      }}
    >
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
    </button>
  );
}
