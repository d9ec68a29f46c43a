import type { ReactNode } from "react";

/** What this page is, in one line, and the one thing that is mostly done here. */
export function PageHeader({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-semibold text-xl leading-7 [overflow-wrap:anywhere]">{title}</h1>
        <p className="mt-0.5 max-w-prose text-[13px] text-ink-soft">{children}</p>
      </div>
      {action}
    </header>
  );
}
