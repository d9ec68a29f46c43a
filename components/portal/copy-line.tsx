import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";

type CopyLineProps = { text: string; what: string /** Where it leads. */; href?: string; children?: ReactNode };

/** An id in full with a button that copies it. */
export function CopyLine({ text, what, href, children }: CopyLineProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1 font-mono text-xs">
      {href ? (
        <Link
          href={href}
          prefetch={false}
          className="inline-block min-h-6 min-w-0 break-all text-accent leading-6 underline-offset-2 hover:underline"
        >
          {children ?? text}
        </Link>
      ) : (
        <span className="min-w-0 break-all">{children ?? text}</span>
      )}
      <CopyButton text={text} what={what} />
    </span>
  );
}
