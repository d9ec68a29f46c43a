import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

type CardProps = { title: string; lead?: ReactNode; action?: ReactNode; className?: string; children: ReactNode };

/** A part of a page with a name of its own. */
export function Card({ title, lead, action, className, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("rounded-lg border border-line bg-raised p-4", className)}>
      {/* On a phone what stands below the title has the whole width, and not only what an action leaves. */}
      <div className="flex flex-wrap items-start justify-between gap-3 max-sm:gap-y-0.5">
        <div className="min-w-0 flex-1 basis-40 max-sm:contents">
          <h2 id={id} className="font-semibold text-sm max-sm:min-w-0 max-sm:flex-1 max-sm:basis-40">
            {title}
          </h2>
          {lead && (
            <p className="mt-0.5 max-w-prose text-[13px] text-ink-soft max-sm:order-1 max-sm:basis-full">{lead}</p>
          )}
        </div>
        {action}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  );
}
