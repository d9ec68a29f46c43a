import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";

type CardProps = { title: string; lead?: ReactNode; action?: ReactNode; className?: string; children: ReactNode };

/** A part of a page with a name of its own. */
export function Card({ title, lead, action, className, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cn("rounded-lg border border-line bg-raised p-4", className)}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={id} className="font-semibold text-sm">
            {title}
          </h2>
          {lead && <p className="mt-0.5 max-w-prose text-[13px] text-ink-soft">{lead}</p>}
        </div>
        {action}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  );
}
