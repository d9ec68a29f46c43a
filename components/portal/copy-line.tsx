import Link from "next/link";
import type { ReactNode } from "react";
import { Breakable } from "#components/ui/breakable.tsx";
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
          className="inline-block min-h-6 min-w-0 text-accent [overflow-wrap:anywhere] leading-6 underline-offset-2 hover:underline"
        >
          {children ?? <Breakable text={text} />}
        </Link>
      ) : (
        <span className="min-w-0 [overflow-wrap:anywhere]">{children ?? <Breakable text={text} />}</span>
      )}
      <CopyButton text={text} what={what} />
    </span>
  );
}
