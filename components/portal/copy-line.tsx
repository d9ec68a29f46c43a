import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";

/** An id in full with a button that copies it. */
export function CopyLine({ text, what, children }: { text: string; what: string; children?: ReactNode }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 font-mono text-xs">
      <span className="min-w-0 break-all">{children ?? text}</span>
      <CopyButton text={text} what={what} />
    </span>
  );
}
