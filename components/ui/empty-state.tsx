import type { ReactNode } from "react";

type EmptyStateProps = { title: string; children?: ReactNode; action?: ReactNode; sample?: ReactNode };

/** Nothing there: a sentence, the one thing to do, and how a program would do it. */
export function EmptyState({ title, children, action, sample }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-3 rounded-lg border border-line border-dashed p-6">
      <div>
        <p className="font-medium">{title}</p>
        {children && <p className="mt-1 max-w-prose text-[13px] text-ink-soft">{children}</p>}
      </div>
      {action}
      {sample && <div className="w-full min-w-0">{sample}</div>}
    </div>
  );
}
