import { ArrowRight } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { asCount } from "#components/ui/as-count.tsx";

type FigureProps = { name: string; value: ReactNode; href?: string; children: ReactNode };

/** One number, large enough to be read from afar, and the line that puts it into proportion. */
export function Figure({ name, value, href, children }: FigureProps) {
  return (
    <section className="relative rounded-lg border border-line bg-raised p-4">
      <h2 className="flex items-center justify-between font-medium text-[13px] text-ink-soft">
        {href ? (
          <Link href={href} prefetch={false} className="after:absolute after:inset-0 after:rounded-lg hover:text-ink">
            {name}
          </Link>
        ) : (
          name
        )}
        {href && <ArrowRight className="size-3.5" aria-hidden />}
      </h2>
      <p className="mt-1 font-semibold text-xl tabular-nums">{asCount(value)}</p>
      <p className="mt-0.5 text-ink-soft text-xs">{children}</p>
    </section>
  );
}
