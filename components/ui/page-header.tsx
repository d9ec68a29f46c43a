import type { ReactNode } from "react";

/** What this page is, in one line, and the one thing that is mostly done here. */
export function PageHeader({ title, children, action }: { title: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 has-[h1+:not(p)]:gap-y-2">
      <h1 className="min-w-0 font-semibold text-xl leading-7 [overflow-wrap:anywhere]">{title}</h1>
      {action}
      <p className="basis-full text-[13px] text-ink-soft">
        <span className="wrap-anywhere block max-w-prose">{children}</span>
      </p>
    </header>
  );
}
